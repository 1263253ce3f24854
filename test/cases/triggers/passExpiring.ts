import { DAY, type SimulatedPass, lastWhile } from '../../shared/triggers/simulation';
import { seededPasses } from '../../support/scenarios/events';
import { MISSING_TEMPLATE } from '../../support/scenarios/operationCase';
import type { TriggerCase } from '../../support/scenarios/triggerCase';

const endOf = (pass: SimulatedPass) => Date.parse(String(pass.templateFields.validUntil));

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
        const isNear = (pass: SimulatedPass, now: number) =>
          pass.isValid && endOf(pass) > now && endOf(pass) <= now + 7 * DAY;
        return (pass, _before, past) =>
          isNear(pass, service.now()) &&
          !lastWhile(past, (one) => endOf(one) === endOf(pass)).some((one) =>
            isNear(one, one.seenAt),
          );
      },
      isNeverLate: true,
    },
  },
} satisfies TriggerCase;
