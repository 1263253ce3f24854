import { DAY, type SimulatedPass, lastWhile } from '../../shared/triggers/simulation';
import { OF_PASSES, seededPasses } from '../../support/scenarios/events';
import type { TriggerCase } from '../../support/scenarios/triggerCase';

const endOf = (pass: SimulatedPass) => Date.parse(String(pass.templateFields.validUntil));

export default {
  zapier: 'pass_expiring',
  ...OF_PASSES,
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
  invalid: [...OF_PASSES.invalid, { input: { days: 0 }, field: 'days' }],
  before: { templateFields: {} },
  histories: {
    'once per date, from when it is near': {
      input: { days: 7 },
      isEvent: (service) => {
        const isNear = (pass: SimulatedPass, now: number) =>
          pass.isValid && endOf(pass) > now && endOf(pass) <= now + 7 * DAY;
        return (pass, _before, past) =>
          isNear(pass, service.now()) &&
          !lastWhile(past, (seen) => endOf(seen) === endOf(pass)).some((seen) =>
            isNear(seen, seen.seenAt),
          );
      },
      isNeverLate: true,
    },
  },
} satisfies TriggerCase;
