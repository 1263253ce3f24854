import type { Holder } from '../../service/badgeSchemas';
import * as field from '../../fields';
import { assertContact } from '../badge/inputs';
import type { InputCheck } from '../operation';

/** Finding a person by email or phone. */

interface Contact {
  email?: string;
  phone?: string;
}

export const contactInputs = {
  email: field.email({
    label: 'Email',
    description: 'Email address of the person; email or phone is required',
  }),
  phone: field.phone({
    label: 'Phone',
    description:
      'Phone number of the person; email or phone is required. If both are entered, the phone is used only if nobody has the email.',
  }),
};

export const contactCheck: InputCheck<Contact> = {
  inputs: ['email', 'phone'],
  run(_context, input) {
    assertContact(input);
  },
};

/**
 * The people with this email or, if there are none, with this phone number. Never both: a shared phone
 * number must not add someone else.
 */
export function withContact(people: readonly Holder[], { email, phone }: Contact): Holder[] {
  const byEmail = people.filter(
    (person) => email !== undefined && person.email?.toLowerCase() === email.toLowerCase(),
  );
  if (byEmail.length > 0) return byEmail;
  return people.filter(
    (person) =>
      phone !== undefined && withoutFormatting(person.phone ?? '') === withoutFormatting(phone),
  );
}

function withoutFormatting(phone: string): string {
  return phone.replace(/[\s()./-]/g, '');
}

/** Identifies a person who has no holder ID yet. */
export function contactKey({ email, phone }: Pick<Holder, 'email' | 'phone'>): string | undefined {
  return email?.toLowerCase() ?? phone ?? undefined;
}
