import { MISSING_PASS, type OperationCase } from '../../support/scenarios/operationCase';
import { messagesTo, ownPass } from '../../support/scenarios/passes';

export default {
  zapier: 'notify_pass_holder',
  scenarios: (fixture, n) => {
    const { id, pass } = ownPass(fixture, n, 'loyalty', { walletBDevices: 1 });
    return {
      input: { pass, title: 'Hello', content: `To ${n}` },
      retry: 'never',
      seen: messagesTo(id),
    };
  },
  scopes: ['campaigns.send'],
  endpoints: ['GET /pass', 'POST /pass/{passId}/notify'],
  serialBy: 'pass',
  invalid: [{ input: { title: '' }, field: 'title' }],
  missing: MISSING_PASS,
} satisfies OperationCase;
