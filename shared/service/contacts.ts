/** What tells when two contacts are the same: the only rule for it. */

import { trimmed, withoutInvisible } from './text';

export type Channel = 'email' | 'phone';

/** What a text that is an email address or a phone number is. */
export function channelOf(contact: string): Channel {
  return contact.includes('@') ? 'email' : 'phone';
}

const DASHES = /[\p{Pd}\u2212]/gu;

/** A contact without invisible characters, in NFC, and with every dash as `-` and every space as a space. */
export function visibleContact(contact: string): string {
  return trimmed(withoutInvisible(contact).replace(DASHES, '-')).normalize('NFC');
}

/**
 * A phone number without formatting, in E.164 as far as it is known: `0049 (151) 123-456` -> `+49151123456`,
 * `+44 (0)20 7946 0958` -> `+442079460958`, `0151/123456` -> `0151123456`. Letters stay, so that an extension makes
 * another number.
 */
export function phoneNumber(phone: string): string {
  const visible = visibleContact(phone);
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

/**
 * The same for all spellings of one contact: formatting, invisible characters and case do not matter.
 * @returns `undefined` for what is no contact, an email address without `@` or a phone number without a digit:
 *   nothing is the same as that
 */
export function normalizedContact(channel: Channel, contact: string): string | undefined {
  if (channel === 'email') {
    const address = visibleContact(contact).toLowerCase();
    return address.includes('@') ? address : undefined;
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
