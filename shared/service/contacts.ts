/** The only rules for when two contacts are the same. */

import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { toASCII, toUnicode } from 'punycode/punycode.js';

import { plain } from './text';

export type Channel = 'email' | 'phone';

/** The channel of a text that is an email address or a phone number. */
export function channelOf(contact: string): Channel {
  return contact.includes('@') ? 'email' : 'phone';
}

const DASHES = /[\p{Pd}\u2212]/gu;

/** A contact in one line, without joiners and with one kind of dash. */
export function visibleContact(contact: string): string {
  return plain(contact)
    .replace(/[\u200c\u200d]/g, '')
    .replace(/\s+/g, ' ')
    .replace(DASHES, '-');
}

/** An email address as the service stores it. */
export function storedEmail(email: string): string {
  return visibleContact(email).toLowerCase();
}

/** How an email address may be stored: `ana@müller.de` is `ana@xn--mller-kva.de`, too. */
export function emailForms(email: string): string[] {
  const forms = [storedEmail(email), toASCII(storedEmail(email))];
  try {
    forms.push(toUnicode(storedEmail(email)));
  } catch {
    // A domain that only looks like Punycode.
  }
  return [...new Set(forms)];
}

/** A phone number as entered, without `tel:`, the `.0` of a sheet and a blank after its `+`. */
export function visiblePhone(phone: string): string {
  return visibleContact(phone)
    .replace(/^tel: */i, '')
    .replace(/^\+ /, '+')
    .replace(/^(\+?\d{6,})\.0{1,2}$/, '$1');
}

/**
 * A phone number without formatting, in E.164 if the country code is known: `0049 (151) 123-456`, `+49 (0)151 123456`
 * and `+49 0151 123456` -> `+49151123456`, `0151/123456` -> `0151123456`. Letters stay, so that an extension makes it
 * another number.
 */
export function phoneNumber(phone: string): string {
  const visible = visiblePhone(phone);
  const hasPlus = /^[^\p{L}\p{N}+]*\+/u.test(visible);
  const digits = visible.replace(/[^\p{L}\p{N}]/gu, '');
  if (!hasPlus && !digits.startsWith('00')) return digits;
  const number = `+${hasPlus ? digits : digits.slice(2)}`;
  const parsed = /^\+\d+$/.test(number) ? parsePhoneNumberFromString(number) : undefined;
  return parsed?.isPossible() ? parsed.number : number;
}

/** A fix if nobody has a phone number and its country code is missing; empty for any other contact. */
export function countryCodeFix(contact: string | undefined): string {
  const fix = ' It has no country code: with one, e.g. +1 202 555 0123, the person may be found.';
  return contact && lacksCountryCode(contact) ? fix : '';
}

/** Whether a contact is a phone number without its country code. */
export function lacksCountryCode(contact: string): boolean {
  return channelOf(contact) === 'phone' && !phoneNumber(contact).startsWith('+');
}

/** The digits of a number of {@link phoneNumber} within its country; `undefined` if its country code does not exist. */
export function nationalNumber(number: string): string | undefined {
  return number.startsWith('+') ? parsePhoneNumberFromString(number)?.nationalNumber : number;
}

/**
 * The same text for all spellings of one contact: formatting, invisible characters, case and the form of a domain do
 * not matter.
 * @returns `undefined` for a text that is not a contact, i.e. an email address without exactly one `@` or a phone
 *   number without a digit: it equals nothing
 */
export function normalizedContact(channel: Channel, contact: string): string | undefined {
  if (channel === 'email') {
    const address = storedEmail(contact);
    return /^[^@]+@[^@]+$/.test(address) ? toASCII(address) : undefined;
  }
  const number = phoneNumber(contact).toLowerCase();
  return /\d/.test(number) ? number : undefined;
}

/** Whether two texts are the same contact. A missing contact equals no other. */
export function isSameContact(
  channel: Channel,
  contact: string | null | undefined,
  other: string | null | undefined,
): boolean {
  const normalized = normalizedContact(channel, contact ?? '');
  return normalized !== undefined && normalized === normalizedContact(channel, other ?? '');
}
