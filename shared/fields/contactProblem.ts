/** Which character makes a text no email address or phone number. What is one, contact.ts decides. */

import { characterName, positionOf } from '../service/text';

/** What no contact contains; invisible characters are removed and never refused. */
const NOT_IN_EMAIL = /[\s,;:<>()[\]\\"`“”„«»\p{Cc}\p{Co}\p{Cn}]/u;
const NOT_IN_DOMAIN =
  /[^\p{L}\p{M}\p{N}\p{So}\p{Pd}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800._]/u;
const NOT_IN_PHONE =
  /[^0-9\s+()[\]./\p{Pd}\u0085\u2212\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Why a text is not an email address; empty if no single character is the reason. */
export function refusedInEmail(entered: string): string {
  const domain = entered.indexOf('@') + 1;
  // Without it, the text is something else.
  if (domain === 0) return '';
  const index = entered.search(NOT_IN_EMAIL);
  if (index >= 0) return because(entered, index);
  const inDomain = entered.slice(domain).search(NOT_IN_DOMAIN);
  return because(entered, inDomain < 0 ? inDomain : domain + inDomain);
}

/** The same for a phone number. */
export function refusedInPhone(entered: string): string {
  return because(entered, entered.search(NOT_IN_PHONE));
}

/** `, because of a space (U+0020) at position 4`; empty without an index. */
function because(entered: string, index: number): string {
  const code = entered.codePointAt(index);
  if (code === undefined) return '';
  const name = characterName(String.fromCodePoint(code));
  return `, because of ${name} at position ${positionOf(index, entered)}`;
}
