import type { SimulatedPass } from '../../shared/triggers/simulation';
import { changeEvent } from '../../support/scenarios/events';
import { MISSING_TEMPLATE } from '../../support/scenarios/operationCase';
import type { TriggerCase } from '../../support/scenarios/triggerCase';

const expiry = (pass: SimulatedPass) => Date.parse(String(pass.templateFields?.validUntil));

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
      isEvent: () => (pass, before) => pass.isValid === false && before?.isValid !== false,
    },
    'each voiding, if the service shows expired passes as not valid': {
      setUp: (service) => (service.expiryInvalidates = true),
      isEvent: (service) => {
        const isInvalid = (pass: SimulatedPass, at: number) =>
          pass.isValid === false || expiry(pass) <= at;
        return (pass, before) => {
          if (!isInvalid(pass, service.clock.now())) return false;
          if (before && isInvalid(before, before.seenAt)) return false;
          // Invalid since then: by its expiry alone, or by a change.
          const isExpired = expiry(pass) <= service.clock.now();
          return !isExpired || pass.updated !== (before?.updated ?? pass.created);
        };
      },
    },
  },
} satisfies TriggerCase;
