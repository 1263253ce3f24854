import { MINUTE, type Simulation, type Truth } from '../../shared/triggers/simulation';
import { changeEvent } from '../../support/scenarios/events';
import { MISSING_TEMPLATE } from '../../support/scenarios/operationCase';
import type { TriggerCase } from '../../support/scenarios/triggerCase';

function isVoiding(service: Simulation): Truth {
  return (pass, before) => {
    const end = Date.parse(String(pass.templateFields.validUntil));
    const isOver = end <= service.now() + 5 * MINUTE;
    return !pass.isValid && !isOver && before?.isValid !== false;
  };
}

export default {
  zapier: 'pass_voided',
  scopes: ['passes.viewAll'],
  requests: ['GET /passes', 'GET /templates/{id}'],
  scenario: changeEvent({ isValid: false }, { isValid: true }, { status: 'voided' }),
  invalid: [{ input: { templateId: '' }, field: 'templateId' }],
  missing: MISSING_TEMPLATE,
  before: { isValid: true },
  histories: {
    'each voiding of a pass that has not expired': { isEvent: isVoiding },
  },
} satisfies TriggerCase;
