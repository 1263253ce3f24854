import { seededPasses } from '../../support/scenarios/events';
import { MISSING_TEMPLATE } from '../../support/scenarios/operationCase';
import type { TriggerCase } from '../../support/scenarios/triggerCase';

export default {
  zapier: { absent: 'without state, a removed pass looks like one that was never added' },
  scopes: ['passes.viewAll'],
  requests: ['GET /passes', 'GET /templates/{id}'],
  scenario: (fixture) => {
    const { id, input } = seededPasses(fixture);
    const { control } = fixture.sandbox;
    control.phoneAdded(id, 'a');
    return {
      input,
      event: () => {
        control.phoneRemoved(id, 'a');
        return { n8n: { id, installed: false } };
      },
      undo: () => control.phoneAdded(id, 'a'),
    };
  },
  invalid: [{ input: { templateId: '' }, field: 'templateId' }],
  missing: MISSING_TEMPLATE,
  before: { deviceCount: 1 },
  histories: {
    'each time a pass is no longer in a wallet': {
      isEvent: () => (pass, before) => !pass.deviceCount && Boolean(before?.deviceCount),
    },
  },
} satisfies TriggerCase;
