/** Finding a person by email or phone. */

import { invalidInput, type ServiceError } from '../../errors/serviceError';
import { isExpiredInvite, type Holder } from '../../service/badgeSchemas';
import * as field from '../../fields';
import { channelOf, isSameContact, normalizedContact } from '../../service/contacts';
import { comparable, isBlank } from '../../service/text';

export interface Contact {
  email?: string;
  phone?: string;
}

const FIND_BY_THE_OTHER =
  "Fill it, or clear the mapping to search only by 'Email' or only by 'Phone'.";

export const contactInputs = {
  email: field.email({
    label: 'Email',
    mappedEmptyHint: FIND_BY_THE_OTHER,
    description: "Email address of the person. 'Email' or 'Phone' is required.",
  }),
  phone: field.phone({
    label: 'Phone',
    mappedEmptyHint: FIND_BY_THE_OTHER,
    description: "Phone number of the person; used only if nobody has the 'Email'",
  }),
};

/**
 * The people with this email or, if there are none, with this phone number. Never both: a shared phone
 * number must not add someone else. Expired invites are ignored: such a person has to be invited again.
 * @param now epoch ms
 */
export function withContact(
  people: readonly Holder[],
  { email, phone }: Contact,
  now: number,
): Holder[] {
  const current = people.filter((person) => !isExpiredInvite(person, now));
  const byEmail = current.filter((person) => hasEmail(person, email));
  return byEmail.length > 0 ? byEmail : current.filter((person) => hasPhone(person, phone));
}

/** @param people found by the contact */
export function tooManyPeople(people: readonly Holder[], { email }: Contact): ServiceError {
  const byEmail = people.some((person) => hasEmail(person, email));
  return invalidInput(
    byEmail ? 'Email' : 'Phone',
    byEmail ? 'email' : 'phone',
    `belongs to ${people.length} people`,
    'Enter an email address or a phone number that belongs to one person.',
  );
}

/** The entries of one person in a list of holders. */
export interface Person {
  /** Absent for someone who is only invited. */
  holderId?: string;
  /** The address of the invites beside the holder; absent if there are none. */
  invitedEmail?: string;
  /** Invites to the phone number alone. */
  phoneInvites: Holder[];
}

/**
 * The one person whom the contacts lead to, for a change that cannot be undone: the same holder, and invites that
 * contradict neither each other nor the holder. Expired invites are ignored.
 * @param now epoch ms
 * @throws {ServiceError} `invalidInput` that names the people if there may be more than one
 */
export function onePerson(people: readonly Holder[], contact: Contact, now: number): Person {
  const { email, phone } = contact;
  const found = allLedTo(people, contact, now);
  const others = found.filter((person) => hasOtherEmail(person, { email }));
  if (others.length > 0 && others.length === found.length) {
    throw notOnePerson('Phone', `belongs to someone other than 'Email': ${namesOf(others)}`);
  }
  if (others.length > 0 || found.some((one) => found.some((other) => mayBeOthers(one, other)))) {
    const problem =
      email !== undefined && phone !== undefined
        ? `and 'Phone' belong to more than one person: ${namesOf(found)}`
        : `belongs to more than one person: ${namesOf(found)}`;
    throw notOnePerson(email === undefined ? 'Phone' : 'Email', problem);
  }
  const invites = found.filter(({ id }) => id === null);
  return {
    holderId: found.find(({ id }) => id !== null)?.id ?? undefined,
    invitedEmail: invites.find((invite) => invite.email)?.email ?? undefined,
    phoneInvites: invites.filter((invite) => !invite.email),
  };
}

/**
 * Who has the email or the phone number, and who has an email of these: invites are canceled by email, whoever else
 * has it.
 */
function allLedTo(people: readonly Holder[], { email, phone }: Contact, now: number): Holder[] {
  const current = people.filter((person) => !isExpiredInvite(person, now));
  const byPhone = current.filter((person) => hasPhone(person, phone));
  const emails = new Set([{ email }, ...byPhone].flatMap((one) => emailOf(one) ?? []));
  return current.filter((person) => hasPhone(person, phone) || emails.has(emailOf(person) ?? ''));
}

/** Whether two entries that the same contacts lead to may be two people. */
function mayBeOthers(person: Holder, other: Holder): boolean {
  if (person.id !== null && other.id !== null && person.id !== other.id) return true;
  const [name, otherName] = [person, other].map((one) => comparable(one.name ?? ''));
  if (name && otherName && name !== otherName) return true;
  // A shared phone number does not make an invite by email one of the holder.
  if (person.id !== null && other.id === null && other.email && !person.email) return true;
  return hasOtherEmail(person, other) || hasOtherPhone(person, other);
}

/** Whether both have an email address, and not the same. */
export function hasOtherEmail({ email }: ContactOf, other: ContactOf): boolean {
  return Boolean(email) && Boolean(other.email) && !isSameContact('email', email, other.email);
}

function hasOtherPhone({ phone }: ContactOf, other: ContactOf): boolean {
  return Boolean(phone) && Boolean(other.phone) && !isSameContact('phone', phone, other.phone);
}

function notOnePerson(label: 'Email' | 'Phone', problem: string): ServiceError {
  return invalidInput(
    label,
    label.toLowerCase(),
    problem,
    "Nobody was removed. If it is one of them, set 'Identify By' to Holder and choose the person, or enter the contact that only this person has.",
  );
}

function namesOf(people: readonly Holder[]): string {
  return [...new Set(people.map(nameOf))].slice(0, MAX_NAMES).join(', ');
}

/** More people than this with one contact are a placeholder. */
const MAX_NAMES = 10;

/** `usr_19d3c0 (Ana Souza, ana@example.com)`, `ana@example.com (+12025550123, only invited)` */
function nameOf({ id, name, email, phone }: Holder): string {
  const contacts = [email, phone].filter((part) => !isBlank(part));
  const [first, ...others] = id === null ? contacts : [id, ...contacts];
  const about = [name, ...others, id === null ? 'only invited' : ''];
  return `${first} (${about.filter((part) => !isBlank(part)).join(', ')})`;
}

/** Whether an email or a phone number is that of a holder or an invite. */
export function hasContact(entry: ContactOf, contact: string): boolean {
  const channel = channelOf(contact);
  return isSameContact(channel, entry[channel], contact);
}

interface ContactOf {
  email?: string | null;
  phone?: string | null;
}

/** Whether this is the email address of a person or an invite. */
export function hasEmail({ email }: ContactOf, wanted: string | undefined): boolean {
  return isSameContact('email', email, wanted);
}

function hasPhone({ phone }: ContactOf, wanted: string | undefined): boolean {
  return isSameContact('phone', phone, wanted);
}

function emailOf({ email }: ContactOf): string | undefined {
  return normalizedContact('email', email ?? '');
}

/** Identifies a person who has no holder ID yet: the same for every spelling of a contact. */
export function contactKey(person: ContactOf): string | undefined {
  return emailOf(person) ?? normalizedContact('phone', person.phone ?? '');
}
