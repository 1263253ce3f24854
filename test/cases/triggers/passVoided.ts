import { changeEvent } from '../../support/scenarios/events';
import { MISSING_TEMPLATE } from '../../support/scenarios/operationCase';
import type { TriggerCase } from '../../support/scenarios/triggerCase';

export default {
  zapier: 'pass_voided',
  scopes: ['passes.viewAll'],
  requests: ['GET /passes', 'GET /templates/{id}'],
  scenario: changeEvent({ isValid: false }, { isValid: true }, { status: 'voided' }),
  invalid: [{ input: { templateId: '' }, field: 'templateId' }],
  missing: MISSING_TEMPLATE,
  before: { isValid: true },
  histories: {
    'each voiding': {
      isEvent: () => (pass, before) => !pass.isValid && before?.isValid !== false,
    },
    'each voiding, if the service shows expired passes as not valid': {
      setUp: (service) => (service.expiryInvalidates = true),
      isEvent: () => (pass, before) =>
        !pass.isValid &&
        before?.isValid !== false &&
        // By a change, not by its expiry.
        pass.updated !== (before?.updated ?? pass.created),
    },
  },
} satisfies TriggerCase;
