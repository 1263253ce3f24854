import { resend } from '../../../../shared/operations/pass/resend';
import type { FaultKind } from '../../../../sandbox/index';
import { useCore } from '../../../support/core';

const core = useCore({ checks: true });
const EMAIL = 'ana@example.com';
const PHONE = '+4915112345678';
const BOTH = { email: EMAIL, phone: PHONE };

/** Resends a pass with these contacts. */
const resendTo = (contacts: object, input: object = {}) =>
  core.run(resend, { passId: core.seedPass(contacts), ...input }, { limits: { maxWaitMs: 0 } });
const received = () => core.sandbox.control.outbox().map(({ to }) => to);

const SEND = 'send';
const NOT = 'doNotSend';

test.each([
  ['an email only', { email: EMAIL }, {}, [EMAIL]],
  ['a phone number only', { phone: PHONE }, {}, [PHONE]],
  ['both', BOTH, {}, [EMAIL, PHONE]],
  ['both, text message off', BOTH, { sendToPhone: NOT }, [EMAIL]],
  ['both, email off', BOTH, { sendToEmail: NOT }, [PHONE]],
  ['both, email off, another given', BOTH, { sendToEmail: NOT, email: 'ben@x.de' }, [PHONE]],
  ['both, both on', BOTH, { sendToEmail: SEND, sendToPhone: SEND }, [PHONE, EMAIL]],
  ['a phone number, text message on', { phone: PHONE }, { sendToPhone: SEND }, [PHONE]],
  [
    'an email, a number given',
    { email: EMAIL },
    { phone: '+15551234567' },
    ['+15551234567', EMAIL],
  ],
  ['no contact, both given', {}, BOTH, [PHONE, EMAIL]],
  // As an earlier version saved it.
  ['both, both default', BOTH, { sendToEmail: 'default', sendToPhone: 'default' }, [PHONE]],
])('A pass with %s is resent to the chosen contacts', async (_, contacts, input, to) => {
  const { out } = await resendTo(contacts, input);
  const emailRequested = to.includes(EMAIL) ? 'yes' : 'no';
  const textMessageRequested = to.some((contact) => contact.startsWith('+')) ? 'yes' : 'no';
  expect(out).toMatchObject([{ accepted: true, emailRequested, textMessageRequested }]);
  expect(received()).toEqual(to);
});

/** What the service returns for the next messages, without sending them. */
function answerResend(body: object, count: number) {
  const match = { method: 'POST', path: '/resend$' };
  const fault = { kind: 'intercepted', status: 200, body: JSON.stringify(body) } as const;
  core.sandbox.control.queueFault({ ...fault, match, count });
}

/** Lets the text message meet a fault, but not the email. */
const interceptText = (fault: FaultKind) =>
  core.intercept(({ body }) => (body as { sendToPhone?: boolean }).sendToPhone === true, fault);

const UNCLEAR = [{}, { error: 'Something failed' }, { success: null }];

test.each(UNCLEAR)('A resend that is answered by %j has an unknown result', async (body) => {
  answerResend(body, 1);
  const { error } = await resendTo(BOTH);
  expect(error).toMatchObject({ kind: 'outcomeUnknown', safeToRepeat: false });
  expect(error?.message).toMatch(/^Unknown result: the response to POST .*\(success: /);
});

test('Resend sends the text message although the service did not send the email', async () => {
  answerResend({ success: false }, 1);
  const { error } = await resendTo(BOTH);
  expect(error).toMatchObject({ kind: 'conflict', safeToRepeat: false });
  const message = 'The service did not send the email; after that, the text message was sent';
  expect(error?.message).toBe(message);
  expect(error?.fix).toMatch(/the text message would be sent twice/);
  expect(received()).toEqual([PHONE]);
});

test('Resend names what was sent if the service says that it sent nothing else', async () => {
  interceptText({ kind: 'intercepted', status: 200, body: '{"success":false}' });
  const { error } = await resendTo(BOTH);
  expect(error).toMatchObject({ kind: 'conflict', safeToRepeat: false });
  const message = 'The email was sent; after that, the service did not send the text message';
  expect(error?.message).toBe(message);
  expect(received()).toEqual([EMAIL]);
});

test('Resend fails if the service says that it sent nothing', async () => {
  answerResend({ success: false }, 2);
  const { error } = await resendTo(BOTH);
  const message = 'The service did not send the message';
  expect(error).toMatchObject({ kind: 'conflict', message });
});

test.each([
  [{}, 'The pass has neither an email address nor a phone number to send to'],
  [{ sendToEmail: NOT }, 'The pass has no phone number to send to'],
  [{ sendToPhone: NOT }, 'The pass has no email address to send to'],
  [{ sendToPhone: SEND }, 'The pass has no phone number to send to'],
])('A resend without a contact sends nothing: %j', async (input, message) => {
  const { error } = await resendTo({}, input);
  expect(error).toMatchObject({ kind: 'invalidInput', message });
  expect(received()).toEqual([]);
});

test.each<[string, FaultKind, string[]]>([
  ['rate limited', { kind: 'rateLimited', retryAfter: 'seconds', seconds: 60 }, [EMAIL]],
  ['refused', { kind: 'unavailable', status: 500 }, [EMAIL]],
  ['lost', { kind: 'dropAfter' }, [EMAIL, PHONE]],
])('A text message that is %s after the email is not repeated', async (_, fault, to) => {
  interceptText(fault);
  const { error } = await resendTo(BOTH);
  expect(error).toMatchObject({ kind: 'outcomeUnknown', safeToRepeat: false });
  expect(error?.message).toMatch(/^After the email was sent, the text message failed: /);
  expect(error?.fix).toMatch(/the email would be sent twice.*'Send Email' to Do Not Send/);
  expect(received()).toEqual(to);
});
