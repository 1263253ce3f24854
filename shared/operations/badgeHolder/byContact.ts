import { invalidInput, type ServiceError } from '../../errors/serviceError';
import { isExpiredInvite, type Holder } from '../../service/badgeSchemas';
import * as field from '../../fields';

/** Finding a person by email or phone. */

interface Contact {
  email?: string;
  phone?: string;
}

const FIND_BY_THE_OTHER =
  "Fill it, or clear the mapping to search only by 'Email' or only by 'Phone'.";

export const contactInputs = {
  email: field.email({
    label: 'Email',
    ifMappedEmpty: FIND_BY_THE_OTHER,
    description: "Email address of the person. 'Email' or 'Phone' is required.",
  }),
  phone: field.phone({
    label: 'Phone',
    ifMappedEmpty: FIND_BY_THE_OTHER,
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
  const byEmail = current.filter((person) => email !== undefined && hasEmail(person, email));
  if (byEmail.length > 0) return byEmail;
  return current.filter(
    (person) =>
      phone !== undefined && withoutFormatting(person.phone ?? '') === withoutFormatting(phone),
  );
}

/** @param people found by the contact */
export function tooManyPeople(people: readonly Holder[], { email }: Contact): ServiceError {
  const byEmail = email !== undefined && people.some((person) => hasEmail(person, email));
  return invalidInput(
    byEmail ? 'Email' : 'Phone',
    byEmail ? 'email' : 'phone',
    `belongs to ${people.length} people`,
    'Enter an email address or a phone number that belongs to one person.',
  );
}

function hasEmail(person: Holder, email: string): boolean {
  return person.email?.toLowerCase() === email.toLowerCase();
}

function withoutFormatting(phone: string): string {
  return phone.replace(/[\s()./-]/g, '');
}

/** Identifies a person who has no holder ID yet. */
export function contactKey({ email, phone }: Pick<Holder, 'email' | 'phone'>): string | undefined {
  return email?.toLowerCase() ?? phone ?? undefined;
}
