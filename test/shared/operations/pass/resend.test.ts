import { createContext } from '../../../../shared/operations/context';
import { runPhases } from '../../../../shared/run/itemPhases';
import { sandboxTransport } from '../../../support/sandboxTransport';
import { resend } from '../../../../shared/operations/pass/resend';
import type { FaultKind } from '../../../../sandbox/control/faults';
import { fastClock } from '../../../support/clock';
import { failureOf } from '../../../support/failures';
import { useService } from '../../../support/service';

const service = useService();
const EMAIL = 'ana@example.com';
const PHONE = '+4915112345678';

/** Resends a pass with these contacts. */
function resendTo(contacts: object, input: object = {}) {
  const { control, templates, keys, baseUrl } = service.sandbox;
  const [passId] = control.seedPasses(templates.loyalty, 1, { values: contacts });
  const context = createContext({
    connection: { baseUrl, apiKey: keys['Full access'] },
    transport: sandboxTransport(service.sandbox),
    clock: fastClock,
    maxWaitMs: 0,
  });
  return runPhases(resend, context, { passId, ...input });
}

const received = () => service.sandbox.control.outbox().map(({ to }) => to);

const SEND = 'send';
const NOT = 'doNotSend';

test.each([
  ['an email only', { email: EMAIL, phone: undefined }, {}, [EMAIL]],
  ['a phone number only', { email: undefined, phone: PHONE }, {}, [PHONE]],
  ['both', { email: EMAIL, phone: PHONE }, {}, [EMAIL, PHONE]],
  ['both, text message off', { email: EMAIL, phone: PHONE }, { sendToPhone: NOT }, [EMAIL]],
  ['both, email off', { email: EMAIL, phone: PHONE }, { sendToEmail: NOT }, [PHONE]],
  [
    'both, email off, another address given',
    { email: EMAIL, phone: PHONE },
    { sendToEmail: NOT, email: 'ben@example.com' },
    [PHONE],
  ],
  [
    'both, both on',
    { email: EMAIL, phone: PHONE },
    { sendToEmail: SEND, sendToPhone: SEND },
    [PHONE, EMAIL],
  ],
  [
    'a phone number, text message on',
    { email: undefined, phone: PHONE },
    { sendToPhone: SEND },
    [PHONE],
  ],
  [
    'an email, another number given',
    { email: EMAIL, phone: undefined },
    { phone: '+15551234567' },
    ['+15551234567', EMAIL],
  ],
  [
    'no contact, both given',
    { email: undefined, phone: undefined },
    { email: EMAIL, phone: PHONE },
    [PHONE, EMAIL],
  ],
  [
    'both, saved by an earlier version',
    { email: EMAIL, phone: PHONE },
    { sendToEmail: 'default', sendToPhone: 'default' },
    [PHONE],
  ],
])('A pass with %s is resent to the chosen contacts', async (_, contacts, input, to) => {
  expect(await resendTo(contacts, input)).toMatchObject({
    accepted: true,
    emailRequested: to.includes(EMAIL) ? 'yes' : 'no',
    textMessageRequested: to.some((one) => one.startsWith('+')) ? 'yes' : 'no',
  });
  expect(received()).toEqual(to);
});

/** What the service returns for the next messages, without sending them. */
function answerResend(body: object, count: number) {
  const match = { method: 'POST', path: '/resend$' };
  const fault = { kind: 'intercepted', status: 200, body: JSON.stringify(body) } as const;
  service.sandbox.control.queueFault({ ...fault, match, count });
}

const UNCLEAR = [{}, { error: 'Something failed' }, { success: null }];

test.each(UNCLEAR)('A resend that is answered by %j has an unknown result', async (body) => {
  answerResend(body, 1);
  const failure = await failureOf(resendTo({ email: EMAIL, phone: PHONE }));
  expect(failure).toMatchObject({ kind: 'outcomeUnknown', safeToRepeat: false });
  expect(failure.message).toMatch(/^Unknown result: the response to POST .*\(success: /);
});

test('Resend sends the text message although the service did not send the email, and says so', async () => {
  answerResend({ success: false }, 1);
  const failure = await failureOf(resendTo({ email: EMAIL, phone: PHONE }));
  expect(failure).toMatchObject({ kind: 'conflict', safeToRepeat: false });
  expect(failure.message).toBe(
    'The service did not send the email; after that, the text message was sent',
  );
  expect(failure.hint).toMatch(/the text message would be sent twice/);
  expect(received()).toEqual([PHONE]);
});

test('Resend names what was sent if the service says that it sent nothing else', async () => {
  service.sandbox.control.chooseFaults(({ body }) =>
    (body as { sendToPhone?: boolean }).sendToPhone
      ? { kind: 'intercepted', status: 200, body: '{"success":false}' }
      : undefined,
  );
  const failure = await failureOf(resendTo({ email: EMAIL, phone: PHONE }));
  expect(failure).toMatchObject({ kind: 'conflict', safeToRepeat: false });
  expect(failure.message).toBe(
    'The email was sent; after that, the service did not send the text message',
  );
  expect(received()).toEqual([EMAIL]);
});

test('Resend fails if the service says that it sent nothing', async () => {
  answerResend({ success: false }, 2);
  const failure = await failureOf(resendTo({ email: EMAIL, phone: PHONE }));
  expect(failure).toMatchObject({
    kind: 'conflict',
    message: 'The service did not send the message',
  });
});

test.each([
  [{}, 'The pass has neither an email address nor a phone number to send to'],
  [{ sendToEmail: NOT }, 'The pass has no phone number to send to'],
  [{ sendToPhone: NOT }, 'The pass has no email address to send to'],
  [{ sendToPhone: SEND }, 'The pass has no phone number to send to'],
])('A resend without a contact sends nothing: %j', async (input, message) => {
  const failure = await failureOf(resendTo({ email: undefined, phone: undefined }, input));
  expect(failure).toMatchObject({ kind: 'invalidInput', message });
  expect(received()).toEqual([]);
});

const faulty = async (fault: FaultKind) => {
  service.sandbox.control.chooseFaults(({ body }) =>
    (body as { sendToPhone?: boolean }).sendToPhone ? fault : undefined,
  );
  return await failureOf(resendTo({ email: EMAIL, phone: PHONE }));
};

test.each<[string, FaultKind, string[]]>([
  ['rate limited', { kind: 'rateLimited', retryAfter: 'seconds', seconds: 60 }, [EMAIL]],
  ['refused', { kind: 'unavailable', status: 500 }, [EMAIL]],
  ['lost', { kind: 'dropAfter' }, [EMAIL, PHONE]],
])('A text message that is %s after the email is not repeated', async (_, fault, to) => {
  const failure = await faulty(fault);
  expect(failure).toMatchObject({ kind: 'outcomeUnknown', safeToRepeat: false });
  expect(failure.message).toMatch(/^After the email was sent, the text message failed: /);
  expect(failure.hint).toMatch(/the email would be sent twice.*'Send Email' to Do Not Send/);
  expect(received()).toEqual(to);
});
