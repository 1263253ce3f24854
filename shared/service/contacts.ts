/** What tells when two contacts are the same: the only rule for it. */

import { toUnicode } from 'punycode/punycode.js';

import { plain } from './text';

export type Channel = 'email' | 'phone';

/** What a text that is an email address or a phone number is. */
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
  const address = storedEmail(email);
  return [
    ...new Set([address, ...[asciiDomain, unicodeDomain].map((to) => withDomain(address, to))]),
  ];
}

function withDomain(address: string, convert: (domain: string) => string): string {
  const start = address.lastIndexOf('@') + 1;
  return address.slice(0, start) + convert(address.slice(start));
}

function asciiDomain(domain: string): string {
  if (/^\p{ASCII}*$/u.test(domain) || !/^[\p{L}\p{M}\p{Nd}.-]+$/u.test(domain)) return domain;
  const url = `http://${domain}`;
  return URL.canParse(url) ? new URL(url).hostname : domain;
}

function unicodeDomain(domain: string): string {
  try {
    return toUnicode(domain);
  } catch {
    // Not Punycode, although it looks like it.
    return domain;
  }
}

/** A phone number as entered, without the `.0` of a sheet and a blank after its `+`. */
export function visiblePhone(phone: string): string {
  return visibleContact(phone)
    .replace(/^\+ /, '+')
    .replace(/^(\+?\d{6,})\.0{1,2}$/, '$1');
}

/**
 * A phone number without formatting, in E.164 as far as it is known: `0049 (151) 123-456` -> `+49151123456`,
 * `+44 (0)20 7946 0958` -> `+442079460958`, `0151/123456` -> `0151123456`. Letters stay, so that an extension makes
 * another number.
 */
export function phoneNumber(phone: string): string {
  const visible = visiblePhone(phone);
  const hasPlus = /^[^\p{L}\p{N}+]*\+/u.test(visible);
  const digits = withoutFormatting(visible);
  if (!hasPlus && !digits.startsWith('00')) return digits;
  // A zero in brackets is dialed only within the country.
  const trunk = visible.indexOf('(0)');
  const isTrunk = trunk > 0 && /\d/.test(visible.slice(0, trunk));
  const number = isTrunk ? withoutFormatting(visible.replace('(0)', '')) : digits;
  return `+${hasPlus ? number : number.slice(2)}`;
}

function withoutFormatting(phone: string): string {
  return phone.replace(/[^\p{L}\p{N}]/gu, '');
}

/** The country codes of ITU-T E.164. */
const COUNTRY_CODE =
  /^\+(?:1|7|2(?:[07]|1[12368]|[2346]\d|5[0-8]|9[01789])|3(?:[0-469]|[57]\d|8[0-35-79])|4(?:[013-9]|2[013])|5(?:[1-8]|[09]\d)|6(?:[0-6]|7[02-9]|8[0-35-9]|9[0-2])|8(?:[1246]|0[08]|5[02356]|7[08]|8[012368])|9(?:[0-58]|6[0-8]|7[0-79]|9[2-68]))/;

/** The digits of a number of {@link phoneNumber} within its country; `undefined` if its country code does not exist. */
export function nationalNumber(number: string): string | undefined {
  if (!number.startsWith('+')) return number;
  return COUNTRY_CODE.test(number) ? number.replace(COUNTRY_CODE, '') : undefined;
}

/**
 * The same for all spellings of one contact: formatting, invisible characters, case and the form of a domain do not
 * matter.
 * @returns `undefined` for what is no contact, an email address without `@` or a phone number without a digit:
 *   nothing is the same as that
 */
export function normalizedContact(channel: Channel, contact: string): string | undefined {
  if (channel === 'email') {
    const address = storedEmail(contact);
    return address.includes('@') ? withDomain(address, asciiDomain) : undefined;
  }
  const number = phoneNumber(contact).toLowerCase();
  return /\d/.test(number) ? number : undefined;
}

/** Whether two texts are the same contact; one that is missing is the same as none. */
export function isSameContact(
  channel: Channel,
  contact: string | null | undefined,
  other: string | null | undefined,
): boolean {
  const normalized = normalizedContact(channel, contact ?? '');
  return normalized !== undefined && normalized === normalizedContact(channel, other ?? '');
}
