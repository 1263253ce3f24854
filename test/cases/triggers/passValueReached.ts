import { OF_PASSES, seededPasses } from '../../support/scenarios/events';
import type { TriggerCase } from '../../support/scenarios/triggerCase';

export default {
  zapier: 'pass_value_reached',
  ...OF_PASSES,
  scenario(fixture) {
    const { id, input, change } = seededPasses(fixture);
    return {
      input: { ...input, field: 'balance', condition: 'atLeast', value: '500' },
      async event() {
        await change({ templateFields: { balance: 500 } });
        const reached = { reachedValue: '500' };
        return { n8n: { id, ...reached }, zapier: { id: `${id}:500`, passId: id, ...reached } };
      },
      undo: () => change({ templateFields: { balance: 499.99 } }),
    };
  },
  invalid: [
    ...OF_PASSES.invalid,
    { input: { field: '' }, field: 'field' },
    { input: { value: '' }, field: 'value' },
    { input: { condition: 'below' }, field: 'condition' },
  ],
  before: { templateFields: { accountName: 'Ana Souza', balance: 120 } },
  sample: { input: { field: 'balance', condition: 'atLeast', value: '500' } },
  histories: {
    'each time a valid pass reaches the number': {
      input: { field: 'collectedStamps', condition: 'atLeast', value: '10' },
      isEvent: () => (pass, before) =>
        (pass.collectedStamps ?? 0) >= 10 && (before?.collectedStamps ?? 0) < 10 && pass.isValid,
    },
  },
} satisfies TriggerCase;
