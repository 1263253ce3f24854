import { OF_PASSES, seededPasses } from '../../support/scenarios/events';
import type { TriggerCase } from '../../support/scenarios/triggerCase';

export default {
  zapier: { absent: 'without state, a removed pass looks like one that was never added' },
  ...OF_PASSES,
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
  before: { deviceCount: 1 },
  histories: {
    'each time a pass is no longer in a wallet': {
      isEvent: () => (pass, before) => !pass.deviceCount && Boolean(before?.deviceCount),
    },
  },
} satisfies TriggerCase;
