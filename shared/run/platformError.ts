import { type ErrorFields, ServiceError, isServiceError } from '../errors/serviceError';
import { redact, redactAll } from '../http/apiKey';
import { type PlatformWords, sentence, withPlatformWords } from '../service/wording';
import type { Explanation, RunReport } from './report';

/**
 * The error for a platform: its hints in the words of the platform, and without anything that looks like an API key.
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

/** The hints of a report in the words of a platform. */
export function reportWithWords(report: RunReport, words: PlatformWords): RunReport {
  const inWords = <R extends Explanation>({ hint, invalid, ...reason }: R) => ({
    ...reason,
    ...(hint !== undefined && { hint: withPlatformWords(hint, words) }),
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

/** Replaces placeholders only in hints, because a message may quote a value that looks like a placeholder. */
function withWords<T extends Pick<ErrorFields, 'hint' | 'invalid'>>(
  fields: T,
  words: PlatformWords,
): T {
  const { hint, invalid } = fields;
  return {
    ...fields,
    hint: withPlatformWords(hint, words),
    ...(invalid && { invalid: invalid.map((one) => withWords(one, words)) }),
  };
}

/** The texts that explain an error; `hint` is missing if the error does not come from `shared/`. */
type Explained = Pick<ErrorFields, 'message' | 'invalid'> & { hint: string | undefined };

/**
 * The problem and the fix: `'Email' is empty. Enter an email address.` An error with several invalid inputs has a text
 * for each; inputs with the same hint share a text.
 */
export function explanations(error: Explained): string[] {
  const problems = new Map<string, string[]>();
  for (const { message, hint = '' } of error.invalid ?? [error]) {
    problems.set(hint, [...(problems.get(hint) ?? []), message]);
  }
  return [...problems].map(([hint, messages]) =>
    [messages.join('; '), hint].filter(Boolean).map(sentence).join(' '),
  );
}
