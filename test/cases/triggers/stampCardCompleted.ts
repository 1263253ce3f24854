import { changeEvent } from '../../support/scenarios/events';
import { MISSING_TEMPLATE } from '../../support/scenarios/operationCase';
import type { TriggerCase } from '../../support/scenarios/triggerCase';

export default {
  zapier: 'stamp_card_completed',
  scopes: ['passes.viewAll', 'templates.viewAll'],
  requests: ['GET /passes', 'GET /templates/{id}'],
  scenario: changeEvent(
    { collectedStamps: 50 },
    { collectedStamps: 0 },
    { collectedStamps: 50 },
    'stampCard',
  ),
  invalid: [{ input: { templateId: '' }, field: 'templateId' }],
  missing: MISSING_TEMPLATE,
  before: { collectedStamps: 9 },
  histories: {
    'each time a card becomes full': {
      isEvent: () => (pass, before) =>
        (pass.collectedStamps ?? 0) >= 10 && (before?.collectedStamps ?? 0) < 10,
    },
  },
} satisfies TriggerCase;
