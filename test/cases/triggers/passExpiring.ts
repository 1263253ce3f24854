import { DAY, type SimulatedPass } from '../../shared/triggers/simulation';
import { seededPasses } from '../../support/scenarios/events';
import { MISSING_TEMPLATE } from '../../support/scenarios/operationCase';
import type { TriggerCase } from '../../support/scenarios/triggerCase';

export default {
  zapier: 'pass_expiring',
  scopes: ['passes.viewAll'],
  requests: ['GET /passes', 'GET /templates/{id}'],
  scenario: (fixture) => {
    const { id, input, change } = seededPasses(fixture);
    return {
      input: { ...input, days: 3 },
      async event(n) {
        const validUntil = new Date(Date.now() + (2 + n / 2) * DAY).toISOString();
        await change({ templateFields: { validUntil } });
        return { n8n: { id }, zapier: { id: `${id}:${validUntil}`, passId: id } };
      },
    };
  },
  invalid: [
    { input: { templateId: '' }, field: 'templateId' },
    { input: { days: 0 }, field: 'days' },
  ],
  missing: MISSING_TEMPLATE,
  before: { templateFields: {} },
  histories: {
    'once per date, from when it is near': {
      input: { days: 7 },
      isEvent: (service) => {
        const near = (pass: SimulatedPass, now: number) => {
          const at = Date.parse(String(pass.templateFields?.validUntil));
          return pass.isValid !== false && at > now && at <= now + 7 * DAY ? at : undefined;
        };
        return (pass, before) => {
          const at = near(pass, service.clock.now());
          return at !== undefined && at !== (before && near(before, before.seenAt));
        };
      },
    },
  },
} satisfies TriggerCase;
