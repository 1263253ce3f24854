import type { Invite } from '../../service/badgeSchemas';
import { type Output, type OutputFields, toOutput } from '../../fields/output';

/** `url` is a secret: whoever opens it first gets the badge. */
export function inviteOutput(invite: Partial<Invite>): Output {
  return toOutput(invite, inviteFields);
}

export const inviteFields = {
  code: { label: 'Code', type: 'string' },
  url: { label: 'Invite Link (Secret)', type: 'string' },
  email: { label: 'Email', type: 'string' },
  phone: { label: 'Phone', type: 'string' },
  days: { label: 'Valid for (Days)', type: 'integer' },
  reused: { label: 'Existing Link Reused', type: 'boolean' },
  expiresAt: { label: 'Invite Expires At', type: 'datetime' },
  delivery: { label: 'Delivery', type: 'object', omitFromSimplified: true },
} satisfies OutputFields;

export const inviteSample = {
  code: 'K7QX2M',
  email: 'ana@example.com',
  days: 30,
  reused: false,
  expiresAt: '2026-04-11T10:20:00.000Z',
};
