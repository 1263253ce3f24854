import * as field from '../../fields';
import { invalidInput } from '../../errors/serviceError';

export const badgeTemplateId = field.required(
  field.ref({
    of: 'badge',
    label: 'Badge',
    description: 'Access badge, as designed and published in the dashboard',
  }),
);

export const anyBadge = field.ref({
  of: 'badge',
  label: 'Badge',
  description: 'Only holders of this badge. Defaults to all badges.',
});

export const anyUserId = field.ref({
  of: 'badgeHolder',
  label: 'Holder',
  description: 'Person who holds a badge pass. People who are only invited have no holder ID yet.',
});

export const userId = field.required(anyUserId);

export const includeLinks = field.boolean({
  label: 'Include Invite Links',
  section: 'options',
  default: false,
  noExpression: true,
  description:
    'include the invite links, which stay in the execution data. Whoever opens a link first can add the badge.',
});

export const invitedEmail = field.required(
  field.email({ label: 'Email', description: 'Email address the invite was created for' }),
);

/**
 * Checks that an email or a phone identifies the person.
 * @throws {import('../../errors/serviceError').ServiceError} `invalidInput` if both are empty
 */
export function assertContact({ email, phone }: { email?: string; phone?: string }): void {
  if (email !== undefined || phone !== undefined) return;
  throw invalidInput(
    'Email',
    'email',
    "and 'Phone' are both empty",
    "Enter the 'Email' or the 'Phone' of the person.",
  );
}
