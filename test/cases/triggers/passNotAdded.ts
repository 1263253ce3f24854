import { DAY, type SimulatedPass } from '../../shared/triggers/simulation';
import { MISSING_TEMPLATE } from '../../support/scenarios/operationCase';
import type { TriggerCase } from '../../support/scenarios/triggerCase';

const DAYS = 1;

export default {
  zapier: 'pass_not_added',
  scopes: ['passes.viewAll'],
  requests: ['GET /passes', 'GET /templates/{id}'],
  scenario: ({ sandbox }) => {
    const { control, templates } = sandbox;
    const from = control.now() - 2 * DAY;
    const [id = ''] = control.seedPasses(templates.loyalty, 1, { from, installedShare: 1 });
    return {
      input: { templateId: templates.loyalty, days: DAYS },
      event: () => {
        control.phoneRemoved(id, 'a');
        return { n8n: { id, installed: false } };
      },
      undo: () => control.phoneAdded(id, 'a'),
    };
  },
  invalid: [
    { input: { templateId: '' }, field: 'templateId' },
    { input: { days: 0 }, field: 'days' },
  ],
  missing: MISSING_TEMPLATE,
  before: { deviceCount: 1 },
  histories: {
    'each time a valid pass of that age is in no wallet': {
      input: { days: DAYS },
      isEvent: (service) => {
        const isMatch = (pass: SimulatedPass, at: number) =>
          pass.deviceCount === 0 &&
          pass.isValid !== false &&
          !(Date.parse(String(pass.templateFields?.validUntil)) <= at) &&
          pass.created + DAYS * DAY <= at;
        return (pass, before) =>
          isMatch(pass, service.clock.now()) && !(before && isMatch(before, before.seenAt));
      },
    },
  },
} satisfies TriggerCase;
