import { OF_PASSES, changeEvent } from '../../support/scenarios/events';
import type { TriggerCase } from '../../support/scenarios/triggerCase';

export default {
  zapier: 'stamp_card_completed',
  ...OF_PASSES,
  scopes: ['passes.viewAll', 'templates.viewAll'],
  scenario: changeEvent(
    { collectedStamps: 50 },
    { collectedStamps: 0 },
    { collectedStamps: 50 },
    'stampCard',
  ),
  before: { collectedStamps: 9 },
  histories: {
    'each time a card becomes full': {
      isEvent: () => (pass, before) =>
        (pass.collectedStamps ?? 0) >= 10 && (before?.collectedStamps ?? 0) < 10,
    },
  },
} satisfies TriggerCase;
