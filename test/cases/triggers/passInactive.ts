import { DAY, type SimulatedPass, lastWhile } from '../../shared/triggers/simulation';
import { OF_PASSES } from '../../support/scenarios/events';
import type { TriggerCase } from '../../support/scenarios/triggerCase';

const HOUR = DAY / 24;

export default {
  zapier: 'pass_inactive',
  ...OF_PASSES,
  scenario: ({ sandbox }) => {
    const { control, templates } = sandbox;
    return {
      input: { templateId: templates.loyalty, days: 30 },
      // The first passes of the template, which show up late: time does not pass by waiting.
      event: (n) => {
        const from = control.now() - 30 * DAY - (9 - n) * HOUR;
        const [id = ''] = control.seedPasses(templates.loyalty, 1, { from });
        const updated = new Date(from).toISOString();
        return { n8n: { id, status: 'valid' }, zapier: { id: `${id}:${updated}`, passId: id } };
      },
    };
  },
  invalid: [...OF_PASSES.invalid, { input: { days: 0 }, field: 'days' }],
  before: { isValid: false },
  sample: { after: 7 * DAY },
  histories: {
    'each time a valid pass has not changed for that long': {
      input: { days: 1 },
      isEvent: (service) => {
        const isInactive = (pass: SimulatedPass, at: number) => {
          const isExpired = Date.parse(String(pass.templateFields.validUntil)) <= at;
          const isLong = pass.updated + DAY <= at;
          return pass.isValid && !isExpired && isLong;
        };
        return (pass, _before, past) =>
          isInactive(pass, service.now()) &&
          !lastWhile(past, ({ updated }) => updated === pass.updated).some((seen) =>
            isInactive(seen, seen.seenAt),
          );
      },
      happenedAt: ({ updated }) => updated + DAY,
    },
  },
} satisfies TriggerCase;
