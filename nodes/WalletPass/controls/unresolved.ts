/** Inputs whose expressions n8n cannot resolve. n8n's error does not name the input. */

import type { INodeProperties } from 'n8n-workflow';

import {
  invalidInput,
  isServiceError,
  messageOf,
  type ServiceError,
} from '../../../shared/errors/serviceError';
import type { ItemParameters } from './itemParameters';

/** Returns the result of `read` or its error, so that the other inputs are read as well. */
export function readOrError<T>(read: () => T, key: string, label: string): T | ServiceError {
  try {
    return read();
  } catch (thrown) {
    if (isServiceError(thrown)) return thrown;
    return invalidInput(
      label,
      key,
      `has an expression that can't be resolved: ${messageOf(thrown)}`,
      `Open the node and check the expression in '${label}' for this item.`,
    );
  }
}

/** Like {@link readOrError}, for the value of a parameter. */
export function valueOrError(
  item: ItemParameters,
  { name, displayName }: INodeProperties,
): unknown {
  return readOrError(() => item.value(name), name, displayName);
}
