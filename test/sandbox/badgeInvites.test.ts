import { fetch } from 'undici';

import { DAY, T0, useSandbox } from './harness';

interface Invite {
  code: string;
  url: string;
  email: string | null;
  phone: string | null;
  expiresAt: number;
  days: number;
  reused: boolean;
  delivery: { email: string; phone: string };
}

const h = useSandbox();
const control = () => h.sandbox.control;
const invite = (body: unknown, badge = h.sandbox.badges.published) =>
  h.call<Invite>('POST', `/badge/templates/${badge}/invites`, { body });
const list = async () => {
  const path = `/badge/templates/${h.sandbox.badges.published}/invites`;
  return (await h.call<{ invites: Record<string, unknown>[] }>('GET', path)).body.invites;
};
const cancel = (body: unknown) =>
  h.call('DELETE', `/badge/templates/${h.sandbox.badges.published}/invites`, { body });
const ada = { email: 'ada@example.com' };

describe('badges', () => {
  test('the list contains published and unpublished ones, newest first', async () => {
    const { body } = await h.call<{ templates: object[] }>('GET', '/badge/templates');
    expect(body.templates).toEqual([
      expect.objectContaining({ id: h.sandbox.badges.unpublished, active: false }),
      expect.objectContaining({ id: h.sandbox.badges.published, active: true }),
    ]);
    for (const badge of body.templates) {
      expect(badge).toMatchObject({
        name: expect.any(String) as string,
        walletAStatus: expect.any(String) as string,
      });
      expect(
        (await h.call('GET', `/badge/templates/${(badge as { id: string }).id}`)).body,
      ).toEqual(badge);
    }
  });

  test.each([
    ['GET', ''],
    ['GET', '/invites'],
    ['POST', '/invites'],
    ['DELETE', '/invites'],
  ])(
    '%s {id}%s: a missing badge returns 404 not found, a foreign one 403 forbidden',
    async (m, rest) => {
      const options = m === 'GET' ? {} : { body: ada };
      for (const [id, status, error] of [
        ['none', 404, 'not found'],
        [h.sandbox.foreign.badgeId, 403, 'forbidden'],
      ] as const) {
        const response = await h.call(m, `/badge/templates/${id}${rest}`, options);
        expect([response.status, response.body]).toEqual([status, { error }]);
      }
    },
  );

  test.each([
    ['GET', '/badge/templates'],
    ['GET', '/badge/templates/x'],
    ['GET', '/badge/templates/x/invites'],
    ['POST', '/badge/templates/x/invites'],
    ['DELETE', '/badge/templates/x/invites'],
    ['GET', '/badge/users'],
    ['GET', '/badge/users/x/passes'],
    ['PATCH', '/badge/users/x'],
    ['DELETE', '/badge/users/x'],
    ['POST', '/badge/passes/x/lifecycle'],
  ])('%s %s: an account without access badges returns 403', async (method, path) => {
    control().setAccount({ accessBadges: false });
    const response = await h.call(method, path);
    expect([response.status, response.body]).toEqual([403, { error: 'access badges not enabled' }]);
  });
});

describe('inviting', () => {
  test('returns a single-use link for 30 days and sends nothing', async () => {
    const { status, body } = await invite({ email: ' Ada@Example.com', phone: '+15550100777' });
    expect(status).toBe(200);
    expect(body).toEqual({
      code: body.code,
      url: `${h.sandbox.baseUrl}/i/${body.code}`,
      email: 'ada@example.com',
      phone: '+15550100777',
      expiresAt: T0 + 30 * DAY,
      days: 30,
      reused: false,
      delivery: { email: 'skipped', phone: 'skipped' },
    });
    expect(control().outbox()).toEqual([]);
  });

  test('a phone alone is enough', async () => {
    const { body } = await invite({ phone: '+1 (555) 0100-777' });
    expect(body).toMatchObject({ email: null, phone: '+1 (555) 0100-777' });
  });

  test.each([
    [{}],
    [{ email: '' }],
    [{ email: 'ada' }],
    [{ email: 'ada@example' }],
    [{ phone: '12' }],
    [{ phone: 'call me' }],
    [{ email: 'ada', phone: '+15550100777' }],
  ])('%j has no well-formed contact: 400', async (body) => {
    const response = await invite(body);
    expect([response.status, response.body]).toEqual([
      400,
      { error: 'a valid email address or phone number is required' },
    ]);
  });

  test.each([1, 365])('%i days are accepted', async (days) => {
    expect((await invite({ ...ada, days })).body).toMatchObject({
      days,
      expiresAt: T0 + days * DAY,
    });
  });

  test.each([0, 366, 1.5, '7', null])('%j days return 400', async (days) => {
    expect((await invite({ ...ada, days })).status).toBe(400);
  });

  test('an unpublished badge returns 409 not_published', async () => {
    const response = await invite(ada, h.sandbox.badges.unpublished);
    expect([response.status, response.body]).toEqual([409, { error: 'not_published' }]);
  });
});

describe('delivery', () => {
  test('sends the link by email and text message if requested', async () => {
    const { body } = await invite({
      ...ada,
      phone: '+15550100777',
      sendToEmail: true,
      sendToPhone: true,
    });
    expect(body.delivery).toEqual({ email: 'sent', phone: 'sent' });
    expect(control().outbox()).toEqual([
      expect.objectContaining({
        kind: 'email',
        to: 'ada@example.com',
        title: 'Pier House Staff Badge via Wallet Pass Service',
        replyTo: 'owner@harbour-and-pine.example',
        link: body.url,
        inviteCode: body.code,
      }),
      expect.objectContaining({ kind: 'text', channel: 'SMS', to: '+15550100777', link: body.url }),
    ]);
  });

  test('leaves a working link if it fails', async () => {
    control().setAccount({ messagingSetUp: false });
    const { body } = await invite({
      phone: '+15550100777',
      sendToEmail: true,
      sendToPhone: true,
    });
    expect(body.delivery).toEqual({ email: 'failed', phone: 'failed' });
    expect((await fetch(body.url)).status).toBe(200);
    control().badgeAdded(body.code);
  });
});

describe('inviting again', () => {
  test('returns a live link again with its expiry unchanged, and sends it if requested', async () => {
    const first = (await invite(ada)).body;
    control().advanceClock(DAY);
    const again = (await invite({ ...ada, days: 90, sendToEmail: true })).body;
    expect(again).toEqual({
      ...first,
      reused: true,
      delivery: { email: 'sent', phone: 'skipped' },
    });
    expect(control().outbox()).toHaveLength(1);
    expect(await list()).toHaveLength(1);
  });

  test('identifies the person by email or, without one, by phone', async () => {
    const phone = '+15550100777';
    const first = (await invite({ phone })).body;
    expect((await invite({ phone })).body.code).toBe(first.code);
    expect((await invite({ ...ada, phone })).body.code).not.toBe(first.code);
  });

  test('returns a new link after the badge was added', async () => {
    const first = (await invite(ada)).body;
    control().badgeAdded(first.code);
    expect((await invite(ada)).body).toMatchObject({ reused: false });
  });

  test('returns a new link after the old one expired', async () => {
    const first = (await invite({ ...ada, days: 1 })).body;
    control().advanceClock(DAY);
    const again = (await invite(ada)).body;
    expect(again.reused).toBe(false);
    expect(again.code).not.toBe(first.code);
  });
});

describe('the list', () => {
  test('is newest first; used and expired invites stay', async () => {
    const old = (await invite({ email: 'old@example.com', days: 1 })).body;
    const used = (await invite({ email: 'used@example.com' })).body;
    const byPhone = (await invite({ phone: '+15550100777' })).body;
    control().badgeAdded(used.code);
    control().advanceClock(2 * DAY);
    expect(await list()).toEqual(
      [byPhone, used, old].map(({ url, email, expiresAt }) => ({ url, email, expiresAt })),
    );
  });
});

describe('canceling', () => {
  test('by email ends the live link; used and expired invites stay, and the badge too', async () => {
    const expired = (await invite({ ...ada, days: 1 })).body;
    control().advanceClock(2 * DAY);
    const used = (await invite(ada)).body;
    const { passId } = control().badgeAdded(used.code);
    const live = (await invite(ada)).body;
    const other = (await invite({ email: 'grace@example.com' })).body;
    expect((await cancel({ email: 'ADA@example.com ' })).status).toBe(200);
    expect((await list()).map(({ url }) => url)).toEqual(
      [other, used, expired].map(({ url }) => url),
    );
    expect((await fetch(live.url)).status).toBe(404);
    expect(() => control().badgeAdded(live.code)).toThrow();
    expect(
      control()
        .badgePasses()
        .find(({ id }) => id === passId)?.status,
    ).toBe('ACTIVE');
  });

  test('makes the next invite return a new link', async () => {
    const first = (await invite(ada)).body;
    await cancel(ada);
    const again = (await invite(ada)).body;
    expect([again.reused, again.code === first.code]).toEqual([false, false]);
  });

  test('without a live invite it returns 404, without an address 400', async () => {
    const missing = { status: 404, body: { error: 'not found' } };
    expect(await cancel(ada)).toMatchObject(missing);
    control().badgeAdded((await invite(ada)).body.code);
    await invite({ email: 'late@example.com', days: 1 });
    control().advanceClock(2 * DAY);
    expect(await cancel(ada)).toMatchObject(missing);
    expect(await cancel({ email: 'late@example.com' })).toMatchObject(missing);
    for (const body of [{}, { email: '' }, { phone: '+15550100777' }]) {
      expect((await cancel(body)).status).toBe(400);
    }
  });
});

describe('the link', () => {
  const press = (url: string) =>
    h.call('POST', url.replace(h.sandbox.baseUrl, ''), { headers: {} });

  test('opens a page with a button; opening it does not use the link', async () => {
    const { url, code } = (await invite({ ...ada, firstName: 'Ada', lastName: 'Byron' })).body;
    for (let i = 0; i < 2; i += 1) {
      const page = await (await fetch(url)).text();
      expect(page).toContain('Add badge to Wallet A');
      expect(page).toContain('Ada Byron');
    }
    expect(control().badgeInvites()).toMatchObject([{ code, state: 'live', url }]);
  });

  test('the button adds the badge once and confirms it', async () => {
    const { url } = (await invite(ada)).body;
    const before = control().badgePasses().length;
    const added = await press(url);
    expect(added.text).toContain('<h1>Badge added</h1>');
    expect(added.text).not.toContain('already been used');
    expect(added.text).not.toContain('class="card ended"');
    expect((await press(url)).text).toContain('<h1>This link has already been used</h1>');
    const again = await (await fetch(url)).text();
    expect(again).toContain('<h1>This link has already been used</h1>');
    expect(again).toContain('class="card ended"');
    expect(control().badgePasses()).toHaveLength(before + 1);
    expect(control().badgeInvites()[0]?.state).toBe('used');
  });

  test('an expired link offers no button and adds nothing', async () => {
    const { url, code } = (await invite({ ...ada, days: 1 })).body;
    control().advanceClock(DAY);
    const opened = await (await fetch(`${url}?added`)).text();
    expect(opened).toContain('<h1>This link has expired</h1>');
    expect(opened).not.toContain('Add badge');
    await press(url);
    expect(control().badgeInvites()[0]?.state).toBe('expired');
    expect(() => control().badgeAdded(code)).toThrow();
  });

  test('an unknown link returns 404', async () => {
    expect((await press('/i/none')).status).toBe(404);
  });

  test('badgeAdded can be called over HTTP', async () => {
    const { code } = (await invite(ada)).body;
    const add = () =>
      h.call('POST', `/_sandbox/badge-invites/${code}/badge-added`, { headers: {} });
    const { body } = await add();
    expect(control().badgePasses().at(-1)).toMatchObject({ id: body.passId, status: 'ACTIVE' });
    expect((await add()).status).toBe(400);
    const invites = await h.call<object[]>('GET', '/_sandbox/badge-invites', { headers: {} });
    expect(invites.body).toMatchObject([{ code, state: 'used' }]);
  });
});
