import * as field from '../../fields';
import { invalidInput } from '../../errors/serviceError';

export const badgeTemplateId = field.required(
  field.ref({
    of: 'badge',
    label: 'Badge',
    description: 'The access badge, designed and published in the dashboard',
  }),
);

export const anyBadge = field.ref({
  of: 'badge',
  label: 'Badge',
  description: 'Only holders of this badge; every badge if empty',
});

export const userId = field.required(
  field.ref({
    of: 'badgeHolder',
    label: 'Holder',
    description: 'The person who holds the badge. Somebody who is only invited has no ID yet.',
  }),
);

/**
 * A person is identified by email or phone.
 * @throws {import('../../errors/serviceError').ServiceError} `invalidInput` if both are empty
 */
export function assertContact({ email, phone }: { email?: string; phone?: string }): void {
  if (email !== undefined || phone !== undefined) return;
  throw invalidInput(
    'Email',
    'email',
    "and 'Phone' are both empty",
    "Give an 'Email' or a 'Phone' of the person.",
  );
}
