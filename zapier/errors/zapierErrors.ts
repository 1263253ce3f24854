import type { ZObject } from 'zapier-platform-core';

import { duration } from '../../shared/runtime/duration';
import type { ErrorKind, ServiceError } from '../../shared/errors/serviceError';
import { isServiceError } from '../../shared/errors/serviceError';
import { sentence } from '../../shared/engine/helpTexts';

/** What was being done: Zapier wants another error for a key that never worked. */
export type Occasion = 'run' | 'connectionTest';

/**
 * Translates a failure of the shared core into the error with the effect it should have on Zapier;
 * anything else is a defect and goes on as it is.
 */
export function zapierError(z: ZObject, thrown: unknown, occasion: Occasion): unknown {
  return isServiceError(thrown) ? EFFECTS[thrown.kind](z, thrown, occasion) : thrown;
}

type Effect = (z: ZObject, failure: ServiceError, occasion: Occasion) => Error;

/**
 * - Halted: a business refusal. It stops this run and never turns the Zap off.
 * - Error: something to correct, with a code and a status; Zapier may replay the run.
 * - Throttled: Zapier runs the step again after the delay, which is safe: nothing was processed.
 * - Expired: Zapier pauses the Zap and asks to reconnect.
 */
const EFFECTS: Record<ErrorKind, Effect> = {
  wrongKey: (z, failure, occasion) =>
    occasion === 'connectionTest'
      ? new z.errors.Error(messageOf(failure), 'AuthenticationError', 401)
      : plainly(new z.errors.ExpiredAuthError(messageOf(failure))),
  missingScope: correctable,
  notFound: correctable,
  invalidInput: correctable,
  unavailable: correctable,
  planLimit: halted,
  conflict: halted,
  rateLimited: (z, { retryAfterMs }) =>
    new z.errors.ThrottledError(
      `The service is rate limiting requests. This request was not processed; Zapier runs the step again ${
        retryAfterMs ? `after ${duration(retryAfterMs)}` : 'later'
      }.`,
      retryAfterMs === undefined ? undefined : Math.max(1, Math.ceil(retryAfterMs / 1000)),
    ),
  // Zapier replays errored runs by itself where that is turned on, but never halted ones.
  outcomeUnknown: (z, failure) => (failure.safeToRepeat ? correctable : halted)(z, failure),
};

function correctable(z: ZObject, failure: ServiceError): Error {
  return new z.errors.Error(messageOf(failure), failure.code ?? failure.kind, failure.status);
}

function halted(z: ZObject, failure: ServiceError): Error {
  return plainly(new z.errors.HaltedError(messageOf(failure)));
}

/** Keeps the core from adding its trail of requests to a message that is meant for people. */
function plainly(error: Error): Error {
  return Object.assign(error, { doNotContextify: true });
}

/** What happened and how to fix it. */
function messageOf({ message, hint }: ServiceError): string {
  return `${sentence(message)} ${sentence(hint)}`;
}
