import type { Optional, Texts } from './kinds';
import { InvalidValue, formatValue } from './problem';
import { parseIdentifier } from './text';

/** One email address; spaces around it are removed. */
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

/** One phone number, in any of the usual spellings. */
export function phone(texts: Texts): Optional<string> {
  return {
    kind: 'text',
    format: 'phone',
    required: false,
    placeholder: 'e.g. +1 202 555 0123',
    ...texts,
    parse: parsePhone,
  };
}

/** Shape only, in any script: `info@müller.de` is an address too. */
const EMAIL =
  /^[^\s@,;<>()\p{Cc}\p{Cf}]+@([^\s@,;<>().\p{Cc}\p{Cf}]+\.)+[^\s@,;<>().\p{Cc}\p{Cf}]{2,}$/u;

function parseEmail(value: unknown): string {
  const address = parseIdentifier(value);
  if (EMAIL.test(address)) return address;
  throw new InvalidValue(
    `is not an email address: ${formatValue(address)}`,
    'Enter a single email address, e.g. name@example.com.',
  );
}

/** Whether a number can be dialed from any country: it begins with `+` or `00`. */
export function hasCountryCode(number: string): boolean {
  return /^[(\s]*(\+|00)/.test(number);
}

const PHONE = /^\(?\+?[0-9(][0-9 ()./-]{4,}$/;
/** The E.164 maximum, and the shortest number accepted. */
const PHONE_DIGITS = { min: 6, max: 15 };

function parsePhone(value: unknown): string {
  const number = parseIdentifier(value);
  const digits = number.replace(/[^0-9]/g, '').length;
  if (PHONE.test(number) && digits >= PHONE_DIGITS.min && digits <= PHONE_DIGITS.max) return number;
  throw new InvalidValue(
    `is not a phone number: ${formatValue(number)}`,
    'Enter a single number with its country code, e.g. +1 202 555 0123.',
  );
}
