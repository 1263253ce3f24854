import { useSandbox } from './harness';

const h = useSandbox();
const contact = { email: 'Ada@Example.com', phone: '+15550100' };
const generic = () => ({ templateId: h.sandbox.templates.generic });
const kinds = () => h.sandbox.control.outbox().map(({ kind }) => kind);

describe('delivery of new passes', () => {
  test('with a contact and no flags, one email and one text message are sent', async () => {
    const id = await h.issue(generic(), { ...contact, locale: 'fr' });
    const link = `${h.sandbox.baseUrl}/p/${id}`;
    expect(h.sandbox.control.outbox()).toMatchObject([
      {
        kind: 'email',
        to: 'ada@example.com',
        channel: 'EMAIL',
        title: 'Harbour Library Card via Wallet Pass Service',
        replyTo: 'owner@harbour-and-pine.example',
        passId: id,
        link,
        locale: 'fr',
        at: h.sandbox.control.now(),
      },
      { kind: 'text', to: '+15550100', channel: 'SMS', passId: id, link, locale: 'fr' },
    ]);
    expect(h.sandbox.control.outbox()[0]?.body).toContain(link);
  });

  test('without a top-level contact, that of the first pass is used', async () => {
    await h.call('POST', '/pass', {
      body: {
        passes: [
          { ...generic(), ...contact },
          { ...generic(), email: 'second@example.com' },
        ],
      },
    });
    expect(h.sandbox.control.outbox().map(({ to }) => to)).toEqual([
      'ada@example.com',
      '+15550100',
    ]);
  });

  test('each pass of a group stores its own contact, else the top-level one', async () => {
    const stored = async (body: object) => {
      const passes = [
        generic(),
        { ...generic(), email: 'Second@Example.com' },
        { ...generic(), phone: '+15550102' },
      ];
      h.sandbox.control.reset();
      await h.call('POST', '/pass', { body: { passes, ...body } });
      const issued = h.sandbox.control.passes(generic().templateId).reverse();
      return issued.map(({ email, phone }) => [email, phone]);
    };
    expect(await stored(contact)).toEqual([
      ['ada@example.com', '+15550100'],
      ['second@example.com', '+15550100'],
      ['ada@example.com', '+15550102'],
    ]);
    expect(h.sandbox.control.outbox().map(({ to }) => to)).toEqual([
      'ada@example.com',
      '+15550100',
    ]);
    expect(await stored({})).toEqual([
      [undefined, undefined],
      ['second@example.com', undefined],
      [undefined, '+15550102'],
    ]);
    expect(kinds()).toEqual([]);
  });

  test('the contact is stored, the email in lowercase', async () => {
    const id = await h.issue(generic(), contact);
    expect(h.sandbox.control.pass(id)).toMatchObject({
      email: 'ada@example.com',
      phone: '+15550100',
    });
  });

  test.each([
    [{ sendToEmail: false }, ['text']],
    [{ sendToPhone: false }, ['email']],
    [{ sendToEmail: false, sendToPhone: false }, []],
  ])('%j skips that channel', async (flags, expected) => {
    await h.issue(generic(), { ...contact, ...flags });
    expect(kinds()).toEqual(expected);
  });

  test('a flag overrides the account setting', async () => {
    h.sandbox.control.setAccount({ sendNewPassesToEmail: false, sendNewPassesToPhone: false });
    await h.issue(generic(), contact);
    expect(kinds()).toEqual([]);
    await h.issue(generic(), { ...contact, sendToEmail: true });
    expect(kinds()).toEqual(['email']);
  });

  test('a text message is skipped silently if messaging is not set up', async () => {
    h.sandbox.control.setAccount({ messagingSetUp: false });
    await h.issue(generic(), contact);
    expect(kinds()).toEqual(['email']);
  });

  test('a failed delivery does not fail the request', async () => {
    await h.issue(generic(), { email: 'not an address', phone: 'none' });
    expect(kinds()).toEqual([]);
  });

  test('several passes: one email, one text message, one link to a page with all of them', async () => {
    const { body } = await h.call('POST', '/pass', {
      body: { passes: [generic(), generic(), generic()], ...contact },
    });
    expect(body.link).toBe(`${h.sandbox.baseUrl}/g/${String(body.id)}`);
    const outbox = h.sandbox.control.outbox();
    expect(outbox.map(({ kind, groupId, link }) => [kind, groupId, link])).toEqual([
      ['email', body.id, body.link],
      ['text', body.id, body.link],
    ]);
    expect(outbox[0]?.passIds).toHaveLength(3);
  });
});

describe('resend', () => {
  const resend = (id: string, body: object = {}) => h.call('POST', `/pass/${id}/resend`, { body });
  const quiet = { sendToEmail: false, sendToPhone: false };

  test('sends a text message and no email by default', async () => {
    const id = await h.issue(generic(), { ...contact, ...quiet });
    const response = await h.call('POST', `/pass/${id}/resend`);
    expect(response.body).toEqual({ success: true, id, link: `${h.sandbox.baseUrl}/p/${id}` });
    expect(kinds()).toEqual(['text']);
  });

  test('sends only an email with both flags set', async () => {
    const id = await h.issue(generic(), { email: contact.email, ...quiet });
    expect((await resend(id, { sendToEmail: true, sendToPhone: false })).body.success).toBe(true);
    expect(kinds()).toEqual(['email']);
  });

  test('returns 400 without a stored or given phone', async () => {
    const id = await h.issue(generic(), { email: contact.email, ...quiet });
    const response = await resend(id, { sendToEmail: true });
    expect(response.status).toBe(400);
    expect(response.body.error).toBe('No phone number available to resend the pass to.');
    expect(kinds()).toEqual([]);
  });

  test('uses contact details of the call without storing them', async () => {
    const id = await h.issue(generic(), { ...contact, ...quiet });
    await resend(id, {
      phone: '+15559999',
      email: 'New@example.com',
      sendToEmail: true,
      locale: 'it',
    });
    expect(h.sandbox.control.outbox().map(({ to, locale }) => [to, locale])).toEqual([
      ['+15559999', 'it'],
      ['new@example.com', 'it'],
    ]);
    expect(h.sandbox.control.pass(id)?.phone).toBe(contact.phone);
  });

  test('uses the first requested channel that the account has', async () => {
    const id = await h.issue(generic(), { ...contact, ...quiet });
    await resend(id, { channels: ['CHAT_APP_2', 'CHAT_APP_1', 'SMS'] });
    expect(h.sandbox.control.outbox()[0]?.channel).toBe('CHAT_APP_1');
    expect((await resend(id, { channels: ['FAX'] })).status).toBe(400);
  });

  test('success is false when nothing could be sent', async () => {
    const id = await h.issue(generic(), { ...contact, ...quiet });
    h.sandbox.control.setAccount({ messagingSetUp: false });
    expect((await resend(id)).body.success).toBe(false);
  });

  test('a missing or foreign pass returns 404', async () => {
    for (const id of ['none', h.sandbox.foreign.passId]) {
      const response = await resend(id, { phone: '+15559999' });
      expect([response.status, response.body]).toEqual([404, { error: 'Pass not found' }]);
    }
  });
});
