import type { TriggerCase } from '../../support/scenarios/triggerCase';
import { OF_PASSES, seededPasses } from '../../support/scenarios/events';

export default {
  zapier: 'new_pass',
  ...OF_PASSES,
  scenario: (fixture) => {
    const { input } = seededPasses(fixture);
    return {
      input,
      event: () => {
        const [id] = fixture.sandbox.control.seedPasses(input.templateId, 1);
        return { n8n: { id, status: 'valid', installed: false } };
      },
    };
  },
  before: 'new',
  histories: {
    'every new pass': {
      isEvent: () => (_pass, before) => !before,
      happenedAt: ({ created }) => created,
    },
  },
} satisfies TriggerCase;
