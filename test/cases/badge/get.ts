import { foreign, MISSING_BADGE, type OperationCase } from '../../support/scenarios/operationCase';

export default {
  zapier: { absent: 'the search action finds one, triggers and dropdowns list them' },
  scenarios: ({ sandbox }) => ({
    input: { badgeTemplateId: sandbox.badges.published },
    isTrue: ([output]) => output?.id === sandbox.badges.published,
  }),
  scopes: ['badges.viewAll'],
  endpoints: ['GET /badge/templates/{id}'],
  invalid: [{ input: { badgeTemplateId: '' }, field: 'badgeTemplateId' }],
  missing: MISSING_BADGE,
  refused: {
    'a badge of another account': foreign(403, ({ badgeId }) => ({ badgeTemplateId: badgeId })),
  },
} satisfies OperationCase;
