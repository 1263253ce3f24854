import { MISSING_TEMPLATE } from '../../support/scenarios/operationCase';
import type { TriggerCase } from '../../support/scenarios/triggerCase';
import { seededPasses } from '../../support/scenarios/events';

export default {
  zapier: 'new_pass',
  scopes: ['passes.viewAll'],
  requests: ['GET /passes', 'GET /templates/{id}'],
  scenario: (fixture) => {
    const { input } = seededPasses(fixture);
    return {
      input,
      event: () => {
        const [id] = fixture.sandbox.control.seedPasses(input.templateId, 1);
        return { n8n: { id, status: 'valid', installed: false } };
      },
    };
  },
  invalid: [{ input: { templateId: '' }, field: 'templateId' }],
  missing: MISSING_TEMPLATE,
  before: 'new',
  histories: {
    'every new pass': {
      isEvent: () => (_pass, before) => !before,
      happenedAt: ({ created }) => created,
    },
  },
} satisfies TriggerCase;
