/** Finding a person by email or phone. Before a change that cannot be undone, onePerson.ts is stricter. */

import { invalidInput, type ServiceError } from '../../errors/serviceError';
import { isExpiredInvite, type Holder } from '../../service/badgeSchemas';
import * as field from '../../fields';
import { channelOf, isSameContact, normalizedContact } from '../../service/contacts';

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
    description:
      "Phone number of the person; used only if nobody has the 'Email', and not for someone with another email",
  }),
};

/**
 * The people with this email or, if there are none, with this phone number and no other email. Never both: a shared
 * phone number must not add someone else. Expired invites are ignored: such a person has to be invited again.
 * @param now epoch ms
 */
export function withContact(
  people: readonly Holder[],
  { email, phone }: Contact,
  now: number,
): Holder[] {
  const current = people.filter((person) => !isExpiredInvite(person, now));
  const byEmail = current.filter((person) => hasEmail(person, email));
  if (byEmail.length > 0) return byEmail;
  return current.filter((person) => hasPhone(person, phone) && !hasOtherEmail(person, { email }));
}

/** @param people found by the contact */
export function tooManyPeople(people: readonly Holder[], { email }: Contact): ServiceError {
  const label = people.some((person) => hasEmail(person, email)) ? 'Email' : 'Phone';
  const hint = 'Enter an email address or a phone number that belongs to one person.';
  return invalidInput(label, label.toLowerCase(), `belongs to ${people.length} people`, hint);
}

/** Whether both have an email address, and not the same. */
export function hasOtherEmail({ email }: ContactOf, other: ContactOf): boolean {
  return Boolean(email) && Boolean(other.email) && !isSameContact('email', email, other.email);
}

/** Whether an email or a phone number is that of a holder or an invite. */
export function hasContact(entry: ContactOf, contact: string): boolean {
  const channel = channelOf(contact);
  return isSameContact(channel, entry[channel], contact);
}

export interface ContactOf {
  email?: string | null;
  phone?: string | null;
}

/** Whether this is the email address of a person or an invite. */
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
