import { type ErrorFields, ServiceError, isServiceError } from '../errors/serviceError';
import { redact, redactAll } from '../http/apiKey';
import { type PlatformWords, sentence, withPlatformWords } from '../service/wording';
import type { Explanation, RunReport } from './report';

/**
 * The error for a platform: its hints in the words of the platform, and without anything that looks like an API
 * key, because a message may quote an input. Somebody may have pasted a key as a pass ID.
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

/** Only hints have placeholders: a message may quote a value that looks like one. */
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

/** What explains an error to people; without a hint if it does not come from `shared/`. */
type Explained = Pick<ErrorFields, 'message' | 'invalid'> & { hint: string | undefined };

/**
 * What is wrong and how to fix it: `'Email' is empty. Enter an email address.` An error with several invalid
 * inputs has a text for each; those with the same hint share one.
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
