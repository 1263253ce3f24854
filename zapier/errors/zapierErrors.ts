import type { ZObject } from 'zapier-platform-core';

import {
  type ErrorKind,
  type ServiceError,
  isServiceError,
} from '../../shared/errors/serviceError';
import { explanations } from '../../shared/run/explanations';
import { platformError } from '../../shared/run/platformError';
import { duration, type PlatformWords } from '../../shared/service/wording';

/**
 * Full jitter, added to the requested delay, so that runs that are throttled together do not come back together. Zapier
 * does not pass the number of an attempt, so the range is the same for all attempts (docs/decisions.md#zapier-steps).
 */
const MAX_JITTER_MS = 300_000;

/** For a refused key, Zapier expects a different error in a connection test than in a run. */
export type Invocation = 'run' | 'connectionTest';

/**
 * Converts an error of the shared core to Zapier's error class with the right effect on the Zap. Any
 * other error is a bug and is returned unchanged.
 */
export function zapierError(z: ZObject, thrown: unknown, invocation: Invocation): unknown {
  const error = platformError(thrown, ZAPIER_WORDS);
  return isServiceError(error) ? ERROR_FACTORIES[error.kind](z, error, invocation) : error;
}

type ErrorFactory = (z: ZObject, error: ServiceError, invocation: Invocation) => Error;

/**
 * - Halted: stops this run; Zapier does not replay it or turn the Zap off.
 * - Error: a person has to correct something; Zapier may replay the run.
 * - Throttled: Zapier runs the step again after the delay. This is safe, because nothing was processed.
 * - ExpiredAuth: Zapier pauses the Zap and asks the user to reconnect.
 */
const ERROR_FACTORIES: Record<ErrorKind, ErrorFactory> = {
  wrongKey: (z, error, invocation) =>
    invocation === 'connectionTest'
      ? new z.errors.Error(formatMessage(error), 'AuthenticationError', 401)
      : withoutRequestTrail(new z.errors.ExpiredAuthError(formatMessage(error))),
  missingScope: erroredRun,
  notFound: erroredRun,
  invalidInput: erroredRun,
  unavailable: erroredRun,
  planLimit: haltedRun,
  conflict: haltedRun,
  rateLimited: throttledRun,
  // With autoreplay, Zapier replays errored runs, but never halted runs.
  outcomeUnknown: (z, error) => (error.safeToRepeat ? erroredRun : haltedRun)(z, error),
};

function throttledRun(z: ZObject, { retryAfterMs = 0 }: ServiceError): Error {
  const delayMs = retryAfterMs + Math.random() * MAX_JITTER_MS;
  return new z.errors.ThrottledError(
    `The service is rate limiting requests. This request was not processed; Zapier runs the step again after ${duration(delayMs)}.`,
    Math.max(1, Math.ceil(delayMs / 1000)),
  );
}

function erroredRun(z: ZObject, error: ServiceError): Error {
  return new z.errors.Error(formatMessage(error), error.code ?? error.kind, error.status);
}

function haltedRun(z: ZObject, error: ServiceError): Error {
  return withoutRequestTrail(new z.errors.HaltedError(formatMessage(error)));
}

/** Keeps Zapier's core from appending its list of requests to a message for people. */
function withoutRequestTrail(error: Error): Error {
  return Object.assign(error, { doNotContextify: true });
}

/** The problem and the fix. */
function formatMessage(error: ServiceError): string {
  return explanations(error).join(' ');
}

/** Zapier's words in shared texts. */
const ZAPIER_WORDS: PlatformWords = {
  connection: 'connection',
  step: 'step',
  workflow: 'Zap',
  dateConversion:
    'To convert another format, add a step with Formatter by Zapier > Date / Time > Format, and choose its From Format.',
  otherTemplate: 'If you have chosen another template, map its fields again.',
  externalIdAdvice: "To prevent this, map 'External ID'.",
  turn: (to, name) => `set ${name} to ${to === 'on' ? 'Yes' : 'No'}`,
};
