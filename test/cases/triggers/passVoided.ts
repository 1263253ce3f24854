import { MINUTE, type Simulation, type Truth } from '../../shared/triggers/simulation';
import { OF_PASSES, changeEvent } from '../../support/scenarios/events';
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
  ...OF_PASSES,
  scenario: changeEvent({ isValid: false }, { isValid: true }, { status: 'voided' }),
  before: { isValid: true },
  histories: {
    'each voiding of a pass that has not expired': { isEvent: isVoiding },
  },
} satisfies TriggerCase;
