import { GONE, type OperationCase } from '../../support/scenarios/operationCase';

export default {
  zapier: 'find_badge',
  n8n: { absent: 'Get and Get Many do this' },
  scenarios: [
    ({ sandbox }) => ({
      input: { name: ' PIER HOUSE STAFF BADGE' },
      isTrue: ([output]) => output?.id === sandbox.badges.published,
    }),
    ({ sandbox }) => ({
      input: { badgeTemplateId: sandbox.badges.unpublished, name: 'Not read' },
      isTrue: ([output]) => output?.id === sandbox.badges.unpublished,
    }),
  ],
  scopes: ['badges.viewAll'],
  endpoints: ['GET /badge/templates', 'GET /badge/templates/{id}'],
  invalid: [{ input: { name: undefined, badgeTemplateId: '' }, field: 'name' }],
  missing: { input: { badgeTemplateId: GONE } },
} satisfies OperationCase;
