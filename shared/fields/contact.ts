import { channelOf, phoneNumber, visibleContact } from '../service/contacts';
import { trimmed } from '../service/text';
import { refusedInEmail, refusedInPhone } from './contactProblem';
import type { Optional, Texts } from './kinds';
import { InvalidValue, formatValue } from './problem';
import { parseIdentifier, parseReference } from './parseText';

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
      const entered = parseReference(value);
      return channelOf(entered) === 'email' ? parseEmail(entered) : parsePhone(entered);
    },
  };
}

/** Shape only, in any script: `info@müller.de` is an address too. */
const EMAIL =
  /^[^\s@,;:<>()[\]\\"`“”„«»\p{C}]+@(?:[\p{L}\p{M}\p{N}\p{So}_-]+\.)+[\p{L}\p{M}\p{N}\p{So}_-]{2,}$/u;
/** What surrounds an address where it is copied from. */
const WRAPPERS = /[<>()[\]{}"'`“”„‘’‚«»]/u;
const MAX_WRAPPERS = 4;

function parseEmail(value: unknown): string {
  const entered = parseIdentifier(value);
  const address = unwrapped(unwrapped(visibleContact(entered)).replace(/^mailto:/i, ''));
  if (EMAIL.test(address)) return address;
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

const PHONE = /^[([]?\+?[0-9(][0-9 ()[\]./-]{4,}$/;
/** The E.164 maximum, and the shortest number accepted. */
const PHONE_DIGITS = { min: 6, max: 15 };

/** @returns the number with its formatting */
function parsePhone(value: unknown): string {
  const entered = parseIdentifier(value);
  const number = visibleContact(entered);
  const digits = phoneNumber(number).replace(/[^0-9]/g, '').length;
  const isLength = digits >= PHONE_DIGITS.min && digits <= PHONE_DIGITS.max;
  if (isLength && PHONE.test(number)) return number;
  const reason = isLength ? refusedInPhone(entered) : '';
  throw new InvalidValue(
    `is not a phone number${reason}: ${formatValue(entered)}`,
    'Enter a single number with its country code, e.g. +1 202 555 0123.',
  );
}
