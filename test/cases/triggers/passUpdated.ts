import { OF_PASSES, seededPasses } from '../../support/scenarios/events';
import type { TriggerCase } from '../../support/scenarios/triggerCase';

export default {
  zapier: 'pass_updated',
  ...OF_PASSES,
  scenario: (fixture) => {
    const { id, input, change } = seededPasses(fixture);
    return {
      input,
      async event(n) {
        await change({ templateFields: { balance: n + 1 } });
        const updatedAt = fixture.sandbox.control.pass(id)?.updated ?? 0;
        const updated = new Date(updatedAt).toISOString();
        return { n8n: { id, balance: n + 1 }, zapier: { id: `${id}:${updated}`, passId: id } };
      },
    };
  },
  before: { templateFields: { balance: 100 } },
  histories: {
    'every change, and no new pass': {
      isEvent: () => (pass, before) =>
        before ? pass.updated !== before.updated : pass.updated > pass.created,
    },
    'with watched fields, only their changes': {
      input: { watchedFields: ['balance', 'email'] },
      isEvent: () => (pass, before) =>
        before !== undefined && pass.templateFields.balance !== before.templateFields.balance,
    },
  },
} satisfies TriggerCase;
