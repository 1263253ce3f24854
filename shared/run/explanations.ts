import type { ErrorFields } from '../errors/serviceError';
import { sentence } from '../service/text';

/** What explains an error to people; without a hint if it does not come from `shared/`. */
type Explained = Pick<ErrorFields, 'message' | 'invalid'> & { hint: string | undefined };

/**
 * What is wrong and how to fix it: `'Email' is empty. Enter an email address.` An error with several invalid
 * inputs has a text for each; those with the same fix share one.
 */
export function explanations({ message, hint, invalid }: Explained): string[] {
  const problems = new Map<string, string[]>();
  for (const problem of invalid ?? [{ message, hint }]) {
    const { hint: fix = '' } = problem;
    problems.set(fix, [...(problems.get(fix) ?? []), problem.message]);
  }
  return [...problems].map(([fix, messages]) =>
    [messages.join('; '), fix].filter(Boolean).map(sentence).join(' '),
  );
}
