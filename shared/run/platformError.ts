import { type ErrorFields, ServiceError, isServiceError } from '../errors/serviceError';
import { redact, redactAll } from '../http/apiKey';
import { type PlatformWords, withPlatformWords } from '../service/wording';
import type { Explanation } from './explanations';
import type { RunReport } from './report';

/**
 * The error for a platform: its fixes in the words of the platform, and without anything that looks like an API key.
 * Somebody may have pasted a key as a pass ID, and a message may quote it.
 */
export function platformError<T>(thrown: T, words: PlatformWords): T {
  if (isServiceError(thrown)) {
    return new ServiceError(redactAll(withWords(thrown.toFields(), words))) as ServiceError & T;
  }
  if (!(thrown instanceof Error))
    return typeof thrown === 'string' ? (redact(thrown) as T & string) : thrown;
  // An error of the platform keeps its class.
  const texts = thrown as Error & { description?: unknown };
  for (const key of ['message', 'stack', 'description'] as const) {
    const text = texts[key];
    if (typeof text === 'string') Object.assign(thrown, { [key]: redact(text) });
  }
  return thrown;
}

/** The fixes of a report in the words of a platform. */
export function reportWithWords(report: RunReport, words: PlatformWords): RunReport {
  const inWords = <R extends Explanation>({ fix, invalid, ...reason }: R) => ({
    ...reason,
    ...(fix !== undefined && { fix: withPlatformWords(fix, words) }),
    ...(invalid && { invalid: invalid.map((one) => withWords(one, words)) }),
  });
  return {
    ...report,
    reasons: report.reasons.map(inWords),
    listResults: report.listResults.map((one) =>
      one.reason ? { ...one, reason: inWords(one.reason) } : one,
    ),
  };
}

/** Replaces placeholders only in fixes, because a message may quote a value that looks like a placeholder. */
function withWords<T extends Pick<ErrorFields, 'fix' | 'invalid'>>(
  fields: T,
  words: PlatformWords,
): T {
  const { fix, invalid } = fields;
  return {
    ...fields,
    fix: withPlatformWords(fix, words),
    ...(invalid && { invalid: invalid.map((one) => withWords(one, words)) }),
  };
}
