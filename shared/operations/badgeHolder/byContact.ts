/** Finds a person by email or phone. For a change that cannot be undone, use the stricter onePerson.ts. */

import { invalidInput, type ServiceError } from '../../errors/serviceError';
import { isExpiredInvite, type Holder } from '../../service/badgeSchemas';
import * as field from '../../fields';
import { channelOf, isSameContact, normalizedContact } from '../../service/contacts';
import { isBlank, quoted } from '../../service/text';

export interface Contact {
  email?: string;
  phone?: string;
}

const FIND_BY_THE_OTHER =
  "Fill it, or clear the mapping to search only by 'Email' or only by 'Phone'.";

export const contactInputs = {
  email: field.email({
    label: 'Email',
    mappedEmptyFix: FIND_BY_THE_OTHER,
    description: "Email address of the person. 'Email' or 'Phone' is required.",
  }),
  phone: field.phone({
    label: 'Phone',
    mappedEmptyFix: FIND_BY_THE_OTHER,
    description:
      "Phone number of the person. With an 'Email', too, the step fails if the number is that of somebody without one.",
  }),
};

/**
 * The people with this email or, if nobody has it, those with this phone number and no other email. Never both, because
 * a shared phone number must not add someone else. Expired invites are ignored: such a person has to be invited again.
 * @param now epoch ms
 * @throws {ServiceError} `invalidInput` if nobody has the email, and the phone number belongs to somebody without an
 *   email
 */
export function withContact(
  people: readonly Holder[],
  { email, phone }: Contact,
  now: number,
): Holder[] {
  const current = people.filter((person) => !isExpiredInvite(person, now));
  const byEmail = current.filter((person) => hasEmail(person, email));
  if (byEmail.length > 0) return byEmail;
  const byPhone = current.filter(
    (person) => hasPhone(person, phone) && !hasOtherEmail(person, { email }),
  );
  if (email !== undefined && byPhone.length > 0) throw phoneOfSomeoneElse(byPhone, email);
  return byPhone;
}

/**
 * Error for a phone number that may be shared, e.g. the number of a reception.
 * @param people found by phone
 * @param other whom they may not be
 */
export function phoneOfSomeoneElse(people: readonly Holder[], other: string): ServiceError {
  const problem = `belongs to ${namesOf(people)}, not to ${quoted(other)}`;
  const fix =
    "Nobody was removed or invited. If they are one person, enter only the contact that is stored. Otherwise, clear or correct 'Phone'.";
  return invalidInput('Phone', 'phone', problem, fix);
}

/** `usr_19d3c0 (Ana Souza, ana@example.com), ana@example.com (+12025550123, only invited)` */
export function namesOf(people: readonly Holder[]): string {
  return [...new Set(people.map(nameOf))].slice(0, MAX_NAMES).join(', ');
}

/** If more people than this have a contact, it is a placeholder. */
const MAX_NAMES = 10;

function nameOf({ id, name, email, phone }: Holder): string {
  const contacts = [email, phone].filter((part) => !isBlank(part));
  const [first, ...others] = id === null ? contacts : [id, ...contacts];
  const about = [name, ...others, id === null ? 'only invited' : ''];
  return `${first} (${about.filter((part) => !isBlank(part)).join(', ')})`;
}

/** @param people found by the contact */
export function tooManyPeople(people: readonly Holder[], { email }: Contact): ServiceError {
  const label = people.some((person) => hasEmail(person, email)) ? 'Email' : 'Phone';
  const fix = 'Enter an email address or a phone number that belongs to one person.';
  return invalidInput(label, label.toLowerCase(), `belongs to ${people.length} people`, fix);
}

/** Whether both have an email address, and not the same. */
export function hasOtherEmail({ email }: ContactOf, other: ContactOf): boolean {
  return Boolean(email) && Boolean(other.email) && !isSameContact('email', email, other.email);
}

/** Whether a holder or an invite has this email or phone number. */
export function hasContact(entry: ContactOf, contact: string): boolean {
  const channel = channelOf(contact);
  return isSameContact(channel, entry[channel], contact);
}

export interface ContactOf {
  email?: string | null;
  phone?: string | null;
}

/** Whether a person or an invite has this email address. */
export function hasEmail({ email }: ContactOf, wanted: string | undefined): boolean {
  return isSameContact('email', email, wanted);
}

export function hasPhone({ phone }: ContactOf, wanted: string | undefined): boolean {
  return isSameContact('phone', phone, wanted);
}

export function emailOf({ email }: ContactOf): string | undefined {
  return normalizedContact('email', email ?? '');
}

/** Identifies a person who has no holder ID yet: the same for every spelling of a contact. */
export function contactKey(person: ContactOf): string | undefined {
  return emailOf(person) ?? normalizedContact('phone', person.phone ?? '');
}
