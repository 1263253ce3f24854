import { OF_PASSES, seededPasses } from '../../support/scenarios/events';
import type { TriggerCase } from '../../support/scenarios/triggerCase';

export default {
  zapier: 'pass_added_to_wallet',
  ...OF_PASSES,
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
  before: { deviceCount: 0 },
  histories: {
    'each time a pass in no wallet is added to one': {
      isEvent: () => (pass, before) => Boolean(pass.deviceCount) && !before?.deviceCount,
    },
  },
} satisfies TriggerCase;
