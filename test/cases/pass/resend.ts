import { MISSING_PASS, type OperationCase } from '../../support/scenarios/operationCase';
import { person, phoneOf, messagesTo, ownPass } from '../../support/scenarios/passes';
import type { Maker } from '../../support/scenarios/scenario';

/** A resend to the contact that is stored with the pass. */
function resend(contact: 'email' | 'phone', delivery: object): Maker {
  return (fixture, n) => {
    const to = contact === 'email' ? person(fixture, n) : phoneOf(fixture, n);
    const { id, pass } = ownPass(fixture, n, 'loyalty', { [contact]: to });
    return {
      input: { pass, ...delivery },
      retry: 'never',
      seen: messagesTo(to),
      isTrue: ([output]) => output?.id === id,
    };
  };
}

export default {
  zapier: 'resend_pass',
  scenarios: [
    resend('phone', { sendToPhone: 'send', sendToEmail: 'doNotSend' }),
    resend('email', {}),
  ],
  scopes: ['campaigns.send'],
  endpoints: ['GET /pass', 'POST /pass/{passId}/resend'],
  serialBy: 'pass',
  invalid: [
    { input: { locale: 'german' }, field: 'locale' },
    { input: { sendToPhone: 'doNotSend' }, field: 'sendToEmail' },
  ],
  missing: MISSING_PASS,
} satisfies OperationCase;
