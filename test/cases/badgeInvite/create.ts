import { invite } from '../../support/scenarios/badges';
import { MISSING_BADGE, type OperationCase } from '../../support/scenarios/operationCase';

export default {
  zapier: 'invite_badge_holder',
  scenarios: [
    invite('email', { sendToEmail: 'send' }),
    invite('email', { sendToEmail: 'doNotSend' }),
    invite('email', {}),
    invite('phone', { sendToPhone: 'send' }),
    invite('phone', { sendToPhone: 'doNotSend' }),
  ],
  scopes: ['badges.issue'],
  endpoints: ['POST /badge/templates/{id}/invites'],
  serialBy: 'invite',
  invalid: [
    { input: { email: 'ana@' }, field: 'email' },
    { input: { email: undefined }, field: 'email' },
    {
      input: { email: '', phone: '+4915112345678' },
      valid: { phone: '+4915112345678' },
      field: 'email',
    },
    { input: { sendToPhone: 'send' }, field: 'phone' },
    { input: { ifHolderExists: 'skip' }, field: 'ifHolderExists' },
    { input: { days: 366 }, field: 'days' },
    { input: { days: 1.5 }, field: 'days' },
  ],
  missing: MISSING_BADGE,
  refused: {
    'a badge that is not published': {
      input: ({ sandbox }) => ({ badgeTemplateId: sandbox.badges.unpublished }),
      status: 409,
      kind: 'conflict',
    },
  },
} satisfies OperationCase;
