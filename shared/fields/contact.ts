/** Fields for an email address and a phone number, and the reasons to refuse a text. */

import {
  channelOf,
  nationalNumber,
  phoneNumber,
  visibleContact,
  visiblePhone,
} from '../service/contacts';
import { namedCharacter } from '../service/text';
import { builder } from './kinds';
import { parseNaming } from './parseText';
import { InvalidValue, formatValue } from './problem';

/**
 * One email address. Removes the text around an address in a link, a list or a message: `mailto:`, quotes, brackets, a
 * name.
 */
export const email = builder(
  { kind: 'text', format: 'email', placeholder: 'e.g. name@email.com' },
  parseEmail,
);

/** One phone number, in any of the usual spellings; it is sent without formatting. */
export const phone = builder(
  { kind: 'text', format: 'phone', placeholder: 'e.g. +1 202 555 0123' },
  (value) => phoneNumber(parsePhone(value)),
);

/**
 * An email address or a phone number, for a search. A number keeps its formatting, because it may be stored with it.
 */
export const contact = builder({ kind: 'text', placeholder: 'e.g. name@email.com' }, (value) => {
  const entered = parseNaming(value);
  if (channelOf(entered) === 'email') return parseEmail(entered);
  if (/\d/.test(entered)) return parsePhone(entered);
  throw new InvalidValue(
    `is neither an email address nor a phone number: ${formatValue(entered)}`,
    'Enter the complete email address or phone number, e.g. name@example.com.',
  );
});

/**
 * Checks only the shape, in any script: `info@müller.de` is an address, too. The last label has only letters, or is in
 * Punycode.
 */
const EMAIL =
  /^(?![^@]*\.[.@]|\.)[^\s@,;:<>()[\]\\"`“”„«»\p{C}\p{So}\p{No}\p{Nl}]{1,64}@(?:[\p{L}\p{M}\p{Nd}](?:[\p{L}\p{M}\p{Nd}-]*[\p{L}\p{M}\p{Nd}])?\.)+(?:[\p{L}\p{M}]{2,}|xn--[a-z0-9-]*[a-z0-9])$/iu;
/** RFC 5321 */
const MAX_EMAIL_LENGTH = 254;
/** Characters around a copied address; a sentence ends with a dot. */
const EDGES = /^[\s<>()[\]{}"'`“”„‘‚«»]{1,9}|[\s<>()[\]{}"'`“”„‘‚«».]{1,9}$/gu;
/** The name before an address, as mail programs write it. It may be the address again. */
const NAME = /^[^<>@]*<|^([^<>"']+)["']? <(?=\1$)/i;

function parseEmail(value: unknown): string {
  const entered = parseNaming(value);
  const inside = visibleContact(entered).replace(EDGES, '').replace(NAME, '');
  const address = inside.replace(/^mailto:/i, '').replace(EDGES, '');
  if (address.length <= MAX_EMAIL_LENGTH && EMAIL.test(address)) return address;
  throw new InvalidValue(
    `is not an email address${refusedInEmail(entered)}: ${formatValue(entered)}`,
    'Enter a single email address, e.g. name@example.com.',
  );
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

/** Characters that no email address contains. */
const NOT_IN_EMAIL =
  /[\s,;:<>()[\]\\"`“”„«»\p{Cc}\p{Co}\p{Cn}\p{So}\p{No}\p{Nl}]|^\.|\.(?=[.@])|(?<=@)\./u;
const NOT_IN_DOMAIN = /[^\p{L}\p{M}\p{Nd}\p{Pd}\u2212\p{Cf}.]/u;
const NOT_IN_PHONE = /[^0-9\s+()[\]./\p{Pd}\u2212]/u;

/** Why a text is not an email address; empty if no single character is the reason. */
function refusedInEmail(entered: string): string {
  const domain = entered.indexOf('@') + 1;
  // Without an @, the text is something else.
  if (domain === 0) return '';
  const index = entered.search(NOT_IN_EMAIL);
  if (index >= 0) return because(entered, index);
  const inDomain = entered.slice(domain).search(NOT_IN_DOMAIN);
  return because(entered, inDomain < 0 ? inDomain : domain + inDomain);
}

const PHONE = /^[([]?\+?[0-9(][0-9 ()[\]./-]{4,}$/;
/** The E.164 maximum, and the shortest number accepted. */
const PHONE_DIGITS = { min: 6, max: 15 };

/** Why a text is not a phone number; empty if there is nothing more to say, and `undefined` if it is a phone number. */
function refusedPhone(entered: string): string | undefined {
  const parts = entered.split(/[/:;,|&\r\n\u2028\u2029]+/);
  if (parts.filter(isWholeNumber).length > 1) return ', but two of them';
  const typed = visiblePhone(entered);
  const number = phoneNumber(typed);
  const length = number.replace(/[^0-9]/g, '').length;
  if (length < PHONE_DIGITS.min || length > PHONE_DIGITS.max) return '';
  if (!PHONE.test(typed)) return because(entered, entered.search(NOT_IN_PHONE));
  if (isDate(typed)) return ', but a date';
  const national = nationalNumber(number);
  if (/^\+?0+$/.test(national ?? number)) return ', but only zeros';
  return national === undefined ? ', because no country has its code' : undefined;
}

/** Whether a part of a cell is a whole phone number: it has more digits than an area code, which has at most five. */
function isWholeNumber(part: string): boolean {
  const number = phoneNumber(part);
  return /^\d{6,}$/.test((nationalNumber(number) ?? number).replace(/^0+/, ''));
}

/** `1990-12-31`, `31.12.1990`, `12/31/90`. No phone number has two slashes. */
function isDate(typed: string): boolean {
  const parts = /^(\d{1,4})([-./]) ?(\d\d?)[-./] ?(\d{1,4})$/.exec(typed);
  const [, first = '', separator, second = '', last = ''] = parts ?? [];
  const isYear = (part: string) => /^(?:19|20)\d\d$/.test(part);
  const isShortYear = separator === '/' && last.length === 2;
  if (!isYear(first) && !isYear(last) && !isShortYear) return false;
  const [less = 0, more = 0] = (isYear(first) ? [second, last] : [first, second])
    .map(Number)
    .sort((a, b) => a - b);
  return less >= 1 && less <= 12 && more <= 31;
}

/** `, because of a space (U+0020) at position 4`; empty without an index. */
function because(entered: string, index: number): string {
  return index < 0 ? '' : `, because of ${namedCharacter(entered, index)}`;
}
