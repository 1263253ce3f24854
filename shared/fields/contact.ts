import { channelOf, phoneNumber, visibleEmail, visiblePhone } from '../service/contacts';
import { trimmed } from '../service/text';
import { refusedInEmail, refusedPhone } from './contactProblem';
import type { Optional, Texts } from './kinds';
import { InvalidValue, formatValue } from './problem';
import { parseNaming } from './parseText';

/** One email address, without what surrounds it in a link or a list: `mailto:`, quotes, brackets. */
export function email(texts: Texts): Optional<string> {
  return {
    kind: 'text',
    format: 'email',
    required: false,
    placeholder: 'e.g. name@email.com',
    ...texts,
    parse: parseEmail,
  };
}

/** One phone number, in any of the usual spellings; it is sent without formatting. */
export function phone(texts: Texts): Optional<string> {
  return {
    kind: 'text',
    format: 'phone',
    required: false,
    placeholder: 'e.g. +1 202 555 0123',
    ...texts,
    parse: (value) => phoneNumber(parsePhone(value)),
  };
}

/** An email address or a phone number, for a search. A number keeps its formatting: it may be stored with it. */
export function contact(texts: Texts): Optional<string> {
  return {
    kind: 'text',
    required: false,
    placeholder: 'e.g. name@email.com',
    ...texts,
    parse(value) {
      const entered = parseNaming(value);
      return channelOf(entered) === 'email' ? parseEmail(entered) : parsePhone(entered);
    },
  };
}

/** Shape only, in any script: `info@müller.de` is an address too. The last label has only letters, or is in Punycode. */
const EMAIL =
  /^[^\s@,;:<>()[\]\\"`“”„«»\p{C}]{1,64}@(?:[\p{L}\p{M}\p{N}\p{So}_](?:[\p{L}\p{M}\p{N}\p{So}_-]*[\p{L}\p{M}\p{N}\p{So}_])?\.)+(?:[\p{L}\p{M}]{2,}|xn--[a-z0-9-]*[a-z0-9])$/iu;
/** RFC 5321 */
const MAX_EMAIL_LENGTH = 254;
/** What surrounds an address where it is copied from. */
const WRAPPERS = /[<>()[\]{}"'`“”„‘‚«»]/u;
const MAX_WRAPPERS = 4;

function parseEmail(value: unknown): string {
  const entered = parseNaming(value);
  const address = unwrapped(unwrapped(visibleEmail(entered)).replace(/^mailto:/i, ''));
  if (address.length <= MAX_EMAIL_LENGTH && EMAIL.test(address)) return address;
  throw new InvalidValue(
    `is not an email address${refusedInEmail(entered)}: ${formatValue(entered)}`,
    'Enter a single email address, e.g. name@example.com.',
  );
}

function unwrapped(address: string): string {
  let rest = address;
  for (let layer = 0; layer < MAX_WRAPPERS; layer += 1) {
    if (!WRAPPERS.test(rest.at(0) ?? '') || !WRAPPERS.test(rest.at(-1) ?? '')) break;
    rest = trimmed(rest.slice(1, -1));
  }
  return rest;
}

/** Whether a number can be dialed from any country: it begins with `+` or `00`. */
export function hasCountryCode(number: string): boolean {
  return /^[([\s]*(\+|00)/.test(number);
}

/** @returns the number with its formatting */
function parsePhone(value: unknown): string {
  const entered = parseNaming(value);
  const reason = refusedPhone(entered);
  if (reason === undefined) return visiblePhone(entered);
  throw new InvalidValue(
    `is not a phone number${reason}: ${formatValue(entered)}`,
    'Enter a single number with its country code, e.g. +1 202 555 0123.',
  );
}
