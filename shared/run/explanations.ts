import type { ErrorFields } from '../errors/serviceError';
import { sentence } from '../service/wording';

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
