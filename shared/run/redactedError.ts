import { ServiceError, isServiceError } from '../errors/serviceError';
import { redact, redactAll } from '../http/redact';

/**
 * The error without anything that looks like an API key. For every error that leaves for a platform, because a
 * message may quote an input: somebody may have pasted a key as a pass ID.
 */
export function redactedError(thrown: unknown): unknown {
  if (isServiceError(thrown)) return new ServiceError(redactAll(thrown.toFields()));
  if (!(thrown instanceof Error)) return typeof thrown === 'string' ? redact(thrown) : thrown;
  // An error of the platform keeps its class.
  const texts = thrown as Error & { description?: unknown };
  for (const key of ['message', 'stack', 'description'] as const) {
    const text = texts[key];
    if (typeof text === 'string') Object.assign(thrown, { [key]: redact(text) });
  }
  return thrown;
}
