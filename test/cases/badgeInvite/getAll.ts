import { ownInvite } from '../../support/scenarios/badges';
import { MISSING_BADGE, type OperationCase } from '../../support/scenarios/operationCase';
import { ALL } from '../../support/scenarios/platformInputs';

export default {
  zapier: { absent: 'the list contains the links, which are credentials' },
  scenarios: async (fixture, n) => {
    const { badgeTemplateId } = await ownInvite(fixture, n);
    return {
      input: { badgeTemplateId, limit: ALL },
      isTrue: (outputs, { invites }) => outputs.length === invites.length,
    };
  },
  scopes: ['badges.viewAll'],
  endpoints: ['GET /badge/templates/{id}/invites'],
  invalid: [{ input: { limit: 'all' }, field: 'limit' }],
  missing: MISSING_BADGE,
} satisfies OperationCase;
