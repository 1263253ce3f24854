/** Why something failed, in sentences for people. */

import type { ServiceError } from '../errors/serviceError';
import { sentence } from '../service/wording';

/** Why something failed. */
export interface Explanation {
  message: string;
  /** Absent if the error does not come from `shared/`. */
  fix?: string | undefined;
  /** Each invalid input, if there are several. */
  invalid?: ServiceError['invalid'] | undefined;
}

/**
 * The problem and the fix: `'Email' is empty. Enter an email address.` An error with several invalid inputs has a text
 * for each; inputs with the same fix share a text.
 */
export function explanations(error: Explanation): string[] {
  const problems = new Map<string, string[]>();
  for (const { message, fix = '' } of error.invalid ?? [error]) {
    problems.set(fix, [...(problems.get(fix) ?? []), message]);
  }
  return [...problems].map(([fix, messages]) =>
    [messages.join('; '), fix].filter(Boolean).map(sentence).join(' '),
  );
}
