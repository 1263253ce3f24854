import { failureOf, useZapier } from './harness';

const app = useZapier();
const template = () => app.sandbox.templates.loyalty;
const EMPTY = { passId: '', externalId: '', templateId: '' };

let passId: string;
beforeEach(async () => {
  passId = await app.issue({
    templateId: template(),
    externalId: 'M-1',
    email: 'ana@example.com',
    phone: '+4915112345678',
  });
});

/** The only request that was sent. */
function theRequest(): object {
  const requests = app.sent();
  expect(requests).toHaveLength(1);
  return requests[0] ?? {};
}

describe('Update Pass', () => {
  it('sends only the changes, each in the place the service reads', async () => {
    const inputData = {
      ...EMPTY,
      passId,
      templateId: template(),
      field_accountName: 'Ana',
      field_homeShop: 'Old Town',
      field_rewards: '',
      phone: null,
    };
    const updated = await app.create('update_pass', inputData);
    expect(updated).toEqual({ id: passId, externalId: 'M-1', updated: true });
    expect(app.sent().at(-1)).toMatchObject({
      method: 'PATCH',
      path: '/pass',
      body: {
        id: passId,
        templateFields: { accountName: 'Ana' },
        customFields: { homeShop: 'Old Town' },
      },
    });
  });

  it('accepts values by field ID if no template is chosen', async () => {
    await app.create('update_pass', { passId, fieldValues: { homeShop: 'Old Town' } });
    expect(theRequest()).toMatchObject({
      body: { id: passId, customFields: { homeShop: 'Old Town' } },
    });
  });

  it('finds the pass by external ID and template', async () => {
    await app.create('update_pass', {
      externalId: 'M-1',
      templateId: template(),
      email: 'new@example.com',
    });
    expect(theRequest()).toMatchObject({
      body: { externalId: 'M-1', templateId: template(), email: 'new@example.com' },
    });
  });

  it('treats a bare date as the end of that day in the time zone of the Zap', async () => {
    const updated = await app.create('update_pass', { passId, validUntil: '2027-12-31' });
    expect(updated).toMatchObject({ sentDates: { validUntil: '2027-12-31T22:59:59.999Z' } });
  });
});

describe('Void Pass and Reactivate Pass', () => {
  it('void with a reason, and make valid again', async () => {
    const voided = await app.create('void_pass', {
      ...EMPTY,
      passId,
      invalidatedReason: 'refunded',
    });
    expect(voided).toEqual({
      id: passId,
      externalId: 'M-1',
      voided: true,
      invalidatedReason: 'refunded',
    });
    expect(theRequest()).toMatchObject({
      body: { id: passId, isValid: false, invalidatedReason: 'refunded' },
    });
    expect(app.sandbox.control.pass(passId)?.isValid).toBe(false);

    const back = await app.create('reactivate_pass', { ...EMPTY, passId, validUntil: '' });
    expect(back).toEqual({ id: passId, externalId: 'M-1', reactivated: true });
    expect(theRequest()).toMatchObject({ body: { id: passId, isValid: true } });
    expect(app.sandbox.control.pass(passId)?.isValid).toBe(true);
  });
});

describe('Resend Pass', () => {
  it('sends both flags, and the channels in the requested order', async () => {
    const channels = ['CHAT_APP_1', 'SMS'];
    const inputData = { ...EMPTY, passId, sendToPhone: 'send', sendToEmail: 'send', channels };
    const resent = await app.create('resend_pass', inputData);
    expect(resent).toMatchObject({
      accepted: true,
      deliveryRequested: { email: 'yes', phone: 'yes' },
    });
    expect(app.sent().at(-1)).toMatchObject({
      path: `/pass/${passId}/resend`,
      body: { sendToPhone: true, sendToEmail: true, channels },
    });
  });

  it('sends to the contacts of the pass by default', async () => {
    await app.create('resend_pass', { passId, channels: [] });
    expect(app.sandbox.control.outbox().map(({ kind }) => kind)).toEqual(['email', 'text']);
  });

  it('reports a missing phone number', async () => {
    const other = await app.issue({ templateId: template() });
    const text = { passId: other, sendToEmail: 'doNotSend' };
    const failure = await failureOf(app.create('resend_pass', text));
    expect(failure).toMatchObject({ name: 'AppError', status: 400 });
    expect(failure.message).toContain(
      "The pass has no phone number to send to. Enter a number in 'Phone'.",
    );
  });
});

describe('Notify Pass Holder', () => {
  const message = { title: 'Tonight', content: 'Doors open at 19:00.' };

  it('sends the message to the pass behind an external ID', async () => {
    app.sandbox.control.phoneAdded(passId, 'a');
    const inputData = { ...message, externalId: 'M-1', templateId: template() };
    expect(await app.create('notify_pass_holder', inputData)).toEqual({
      id: passId,
      delivered: true,
    });
    expect(app.sent().map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /pass',
      `POST /pass/${passId}/notify`,
    ]);
  });

  it('reports why no phone showed it, and is halted by that only on request', async () => {
    const quiet = await app.create('notify_pass_holder', { ...message, passId });
    expect(quiet).toMatchObject({ delivered: false, reason: 'no_registered_devices' });
    const run = app.create('notify_pass_holder', { ...message, passId, failIfNotDelivered: true });
    const failure = await failureOf(run);
    expect(failure.name).toBe('HaltedError');
    expect(failure.message).toContain('No wallet holds the pass now');
  });

  it('is halted if the response is lost: a replay would show the message twice', async () => {
    app.sandbox.control.phoneAdded(passId, 'a');
    app.sandbox.control.queueFault({ kind: 'dropAfter', match: { path: '/notify$' } });
    const failure = await failureOf(app.create('notify_pass_holder', { ...message, passId }));
    expect(failure.name).toBe('HaltedError');
    expect(failure.message).toMatch(/^Unknown result.*Check the dashboard/);
    expect(app.sent()).toHaveLength(1);
  });
});
