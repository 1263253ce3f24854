/** Inputs whose expressions n8n cannot resolve. n8n's error does not name the input. */

import {
  invalidInput,
  isServiceError,
  messageOf,
  type ServiceError,
} from '../../../shared/errors/serviceError';

/** What `read` returns, or the error in place of it, so that the other inputs are read as well. */
export function readOrError<T>(read: () => T, key: string, label: string): T | ServiceError {
  try {
    return read();
  } catch (thrown) {
    return namedError(thrown, key, label);
  }
}

/** @throws ServiceError naming the input, with n8n's reason */
export function readOrThrow<T>(read: () => T, key: string, label: string): T {
  try {
    return read();
  } catch (thrown) {
    throw namedError(thrown, key, label);
  }
}

function namedError(thrown: unknown, key: string, label: string): ServiceError {
  if (isServiceError(thrown)) return thrown;
  return invalidInput(
    label,
    key,
    `has an expression that can't be resolved: ${messageOf(thrown)}`,
    `Open the node and check the expression in '${label}' for this item.`,
  );
}
