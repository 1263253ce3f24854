import { DAY, type SimulatedPass, lastWhile } from '../../shared/triggers/simulation';
import { OF_PASSES } from '../../support/scenarios/events';
import type { TriggerCase } from '../../support/scenarios/triggerCase';

const DAYS = 1;

export default {
  zapier: 'pass_not_added',
  ...OF_PASSES,
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
  invalid: [...OF_PASSES.invalid, { input: { days: 0 }, field: 'days' }],
  before: { deviceCount: 1 },
  histories: {
    'each time a valid pass of that age is in no wallet, until it was in one': {
      input: { days: DAYS },
      isEvent: (service) => {
        const isMatch = (pass: SimulatedPass, at: number) =>
          pass.deviceCount === 0 &&
          pass.isValid &&
          !(Date.parse(String(pass.templateFields.validUntil)) <= at) &&
          pass.created + DAYS * DAY <= at;
        return (pass, _before, past) =>
          isMatch(pass, service.now()) &&
          !lastWhile(past, ({ deviceCount }) => deviceCount === 0).some((seen) =>
            isMatch(seen, seen.seenAt),
          );
      },
      happenedAt: (pass, before) => {
        const dueAt = pass.created + DAYS * DAY;
        return before?.deviceCount ? Math.max(dueAt, pass.updated) : dueAt;
      },
    },
  },
} satisfies TriggerCase;
