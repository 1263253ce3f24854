import { seededPasses } from '../../support/scenarios/events';
import { MISSING_TEMPLATE } from '../../support/scenarios/operationCase';
import type { TriggerCase } from '../../support/scenarios/triggerCase';

export default {
  zapier: 'pass_added_to_wallet',
  scopes: ['passes.viewAll'],
  requests: ['GET /passes', 'GET /templates/{id}'],
  scenario: (fixture) => {
    const { id, input } = seededPasses(fixture);
    const { control } = fixture.sandbox;
    return {
      input,
      event: () => {
        control.phoneAdded(id, 'a');
        return { n8n: { id, installed: true } };
      },
      undo: () => control.phoneRemoved(id, 'a'),
    };
  },
  invalid: [{ input: { templateId: '' }, field: 'templateId' }],
  missing: MISSING_TEMPLATE,
  before: { deviceCount: 0 },
  histories: {
    'each time a pass in no wallet is added to one': {
      isEvent: () => (pass, before) => Boolean(pass.deviceCount) && !before?.deviceCount,
    },
  },
} satisfies TriggerCase;
