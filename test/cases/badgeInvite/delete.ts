import { ownInvite } from '../../support/scenarios/badges';
import { GONE, type OperationCase } from '../../support/scenarios/operationCase';

export default {
  zapier: 'cancel_badge_invite',
  scenarios: async (fixture, n) => {
    const { badgeTemplateId, email } = await ownInvite(fixture, n);
    return {
      input: { badgeTemplateId, email },
      retry: 'idempotent',
      seen: ({ invites }) => Number(!invites.some(({ email: to }) => to === email)),
      isTrue: ([output]) => output?.deleted === true,
    };
  },
  scopes: ['badges.issue'],
  endpoints: ['DELETE /badge/templates/{id}/invites'],
  serialBy: 'invite',
  invalid: [{ input: { email: [] }, field: 'email' }],
  missing: {
    input: { badgeTemplateId: GONE, email: 'ana@example.com' },
    message: `Invite not found: 'ana@example.com' on badge '${GONE}'`,
  },
  refused: {
    'an invite that is not there': {
      input: () => ({ email: 'nobody@example.com' }),
      status: 404,
      kind: 'notFound',
    },
  },
} satisfies OperationCase;
