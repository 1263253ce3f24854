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

  it('treats a bare date as the end of that day in the time zone of the Zap', async () => {
    const updated = await app.create('update_pass', { passId, validUntil: '2027-12-31' });
    expect(updated).toMatchObject({ validUntil: '2027-12-31T22:59:59.999Z' });
  });
});

describe('Resend Pass', () => {
  it('sends both flags, and the channels in the requested order', async () => {
    const channels = ['CHAT_APP_1', 'SMS'];
    const inputData = { ...EMPTY, passId, sendToPhone: 'send', sendToEmail: 'send', channels };
    const resent = await app.create('resend_pass', inputData);
    expect(resent).toMatchObject({
      accepted: true,
      emailRequested: 'yes',
      textMessageRequested: 'yes',
    });
    expect(app.sent().at(-1)).toMatchObject({
      path: `/pass/${passId}/resend`,
      body: { sendToPhone: true, sendToEmail: true, channels },
    });
  });
});

describe('Notify Pass Holder', () => {
  const message = { title: 'Tonight', content: 'Doors open at 19:00.' };

  it('is halted if the response is lost: a replay would show the message twice', async () => {
    app.sandbox.control.phoneAdded(passId, 'a');
    app.sandbox.control.queueFault({ kind: 'dropAfter', match: { path: '/notify$' } });
    const failure = await failureOf(app.create('notify_pass_holder', { ...message, passId }));
    expect(failure.name).toBe('HaltedError');
    expect(failure.message).toMatch(/^Unknown result.*Check the dashboard/);
    expect(app.sent()).toHaveLength(1);
  });
});
