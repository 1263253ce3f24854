import { invited } from '../support/badges';
import { everyOperation, expression, onlyFor } from '../support/everyOperation';
import { someText, textWith } from '../support/matchers';
import type { PassRun } from '../support/n8n';
import { byId, useN8n } from '../support/n8n';

const n8n = useN8n();
const badges = () => n8n.sandbox.badges;
const control = () => n8n.sandbox.control;
const path = () => `/badge/templates/${badges().published}/invites`;
const ANA = { email: 'ana@example.com' };

const run = (operation: string, parameters: object, options: PassRun = {}) =>
  n8n.pass(
    operation,
    { badgeTemplateId: byId(badges().published), ...parameters },
    { resource: 'badgeInvite', ...options },
  );
const bodies = (method: string) => n8n.bodies(method, path());

describe('Create', () => {
  it('sends nothing unless asked, passes both flags, and returns the link', async () => {
    const { out, sent } = await run('create', {
      email: 'Ana@Example.com',
      firstName: 'Ana',
      lastName: 'Souza',
    });
    expect(sent).toEqual([`POST ${path()}`]);
    expect(bodies('POST')).toEqual([
      {
        email: 'Ana@Example.com',
        firstName: 'Ana',
        lastName: 'Souza',
        sendToEmail: false,
        sendToPhone: false,
      },
    ]);
    expect(out).toMatchObject([
      {
        code: someText,
        url: textWith('/i/'),
        email: 'ana@example.com',
        days: 30,
        reused: false,
        expiresAtIso: textWith(/Z$/),
      },
    ]);
    expect(control().outbox()).toEqual([]);
  });

  it.each([
    ['default', 'default', []],
    ['doNotSend', 'doNotSend', []],
    ['send', 'default', ['email']],
    ['doNotSend', 'send', ['text']],
    ['send', 'send', ['email', 'text']],
  ])('email %s and text message %s reach %j', async (sendToEmail, sendToPhone, kinds) => {
    const person = { ...ANA, phone: '+4915112345678' };
    const { out } = await run('create', { ...person, sendToEmail, sendToPhone });
    expect(bodies('POST')).toMatchObject([
      { sendToEmail: sendToEmail === 'send', sendToPhone: sendToPhone === 'send' },
    ]);
    const outbox = control().outbox();
    expect(outbox.map(({ kind }) => kind)).toEqual(kinds);
    expect(out[0]).toHaveProperty('delivery');
  });

  it('returns a working link even if the text message cannot be sent', async () => {
    control().setAccount({ messagingSetUp: false });
    const { out } = await run('create', { phone: '+4915112345678', sendToPhone: 'send' });
    expect(out).toMatchObject([{ url: someText, delivery: { phone: 'failed' } }]);
    expect(() => control().badgeAdded(out[0]?.code as string)).not.toThrow();
  });

  it('returns the same link for the same person, marked as reused, and a new one after canceling', async () => {
    const [first, again] = [
      await invited(n8n, ANA),
      await invited(n8n, { ...ANA, days: 5 }),
    ];
    expect(again).toMatchObject({ url: first.url, reused: true, days: 30 });
    await run('delete', ANA);
    const fresh = await invited(n8n, { ...ANA, days: 5 });
    expect(fresh).toMatchObject({ reused: false, days: 5 });
    expect(fresh.url).not.toBe(first.url);
    control().badgeAdded(fresh.code as string);
    expect(await invited(n8n, ANA)).toMatchObject({ reused: false });
  });

  it('creates one link for two invites of one person in one run', async () => {
    control().setLatency(3);
    const { out } = await run(
      'create',
      { email: expression('$itemIndex ? "ANA@example.com" : "ana@example.com"') },
      { items: [{}, {}] },
    );
    expect(control().inFlightMax()).toBe(1);
    expect(out.map(({ reused }) => reused)).toEqual([false, true]);
  });

  it('sends invites of one person one at a time, even if given once by email and once by phone', async () => {
    control().setLatency(3);
    const phone = '+4915112345678';
    await run(
      'create',
      { phone, email: expression('$itemIndex ? "" : "ana@example.com"') },
      { items: [{}, {}] },
    );
    expect(control().inFlightMax()).toBe(1);
  });

  it.each([
    ['neither email nor phone', { email: '' }, /^'Email' and 'Phone' are both empty/],
    ['an email to send to', { email: '', phone: '+4915112345678', sendToEmail: 'send' }, /^'Email' is empty, but 'Send/],
    ['a phone to send to', { sendToPhone: 'send' }, /^'Phone' is empty, but 'Send/],
    ['days', { options: { days: 366 } }, /^'Valid for \(Days\)' must be a whole number from 1 to 365/],
    ['days', { options: { days: 1.5 } }, /^'Valid for \(Days\)' must be a whole number/],
  ])('sends nothing for any item if %s is invalid', async (_name, bad, words) => {
    const good = { ...ANA, phone: '', sendToEmail: 'default', sendToPhone: 'default', options: { days: 3 } };
    const { error, sent } = await run('create', onlyFor(1, good, bad), { items: [{}, {}] });
    expect(error?.message).toMatch(words);
    expect(error?.message).toMatch(/\[item 1\]$/);
    expect(sent).toEqual([]);
  }); // prettier-ignore

  it('refuses an unpublished badge with a clear message', async () => {
    const { error } = await run('create', { ...ANA, badgeTemplateId: byId(badges().unpublished) });
    expect(error).toMatchObject({
      httpCode: '409',
      message: 'The badge is not published, so nobody can be invited to it [item 0]',
      context: { code: 'not_published', kind: 'conflict' },
    });
    expect(error?.description).toContain('dashboard');
  });

  it('is retried after a lost response, but not if it sends a message', async () => {
    const lost = { kind: 'dropAfter', match: { method: 'POST' } } as const;
    control().queueFault(lost);
    const quiet = await run('create', ANA);
    expect(quiet.sent).toHaveLength(2);
    expect(quiet.out).toMatchObject([{ reused: true }]);
    control().queueFault(lost);
    const loud = await run('create', { email: 'b@example.com', sendToEmail: 'send' });
    expect(loud.sent).toHaveLength(1);
    expect(loud.error?.context).toMatchObject({ kind: 'outcomeUnknown' });
    expect(control().outbox()).toHaveLength(1);
  });

  it('keeps the link out of messages and logs', async () => {
    const logged: unknown[] = [];
    const spies = (['log', 'info', 'warn', 'error', 'debug'] as const).map((level) =>
      jest.spyOn(console, level).mockImplementation((...args) => logged.push(args)),
    );
    const { out } = await run('create', ANA);
    const { run: stopped, error } = await run(
      'create',
      {
        email: expression('$itemIndex ? "late@example.com" : "ana@example.com"'),
        options: { maxParallelRequests: 1 },
        badgeTemplateId: byId(expression(`$itemIndex ? "gone" : "${badges().published}"`)),
      },
      { items: [{}, {}], node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 } },
    );
    spies.forEach((spy) => spy.mockRestore());
    const code = out[0]?.code as string;
    expect(error?.message).toContain('Badge not found');
    expect(JSON.stringify([error, stopped.data.resultData, logged])).not.toContain(code);
  });
});

describe('Get Many', () => {
  it('returns newest first, used ones included, without links unless asked', async () => {
    await invited(n8n, ANA);
    const used = await invited(n8n, { email: 'b@example.com' });
    control().badgeAdded(used.code as string);
    const { out, sent } = await run('getAll', {});
    expect(sent).toEqual([`GET ${path()}`]);
    expect(out.map(({ email }) => email)).toEqual(['b@example.com', 'ana@example.com']);
    expect(JSON.stringify(out)).not.toContain('/i/');
    expect(out[0]).toMatchObject({ expiresAtIso: textWith(/Z$/) });

    const withLinks = await run('getAll', { options: { includeLinks: true } });
    expect(withLinks.out[0]).toMatchObject({ url: used.url });
    expect((await run('getAll', { limit: 1 })).out).toHaveLength(1);
    expect((await run('getAll', { returnAll: true })).out).toHaveLength(2);
  });

  it('names the risk of including links, which is off by default', () => {
    const { properties } = n8n.engine.nodeType('walletPass').description;
    const options = properties.filter(
      ({ name, displayOptions: shown }) =>
        name === 'options' &&
        shown?.show?.operation?.includes('getAll') &&
        shown.show.resource?.some((one) => one === 'badgeInvite' || one === 'badgeHolder'),
    );
    expect(options).toHaveLength(2);
    for (const { options: entries } of options) {
      expect(entries).toContainEqual(
        expect.objectContaining({
          name: 'includeLinks',
          default: false,
          description: textWith('Whoever opens a link first'),
        }),
      );
    }
  });
});

describe('Cancel', () => {
  it('cancels the invite of an email; a badge in a wallet stays', async () => {
    const { code } = await invited(n8n, ANA);
    const { passId } = control().badgeAdded(code as string);
    await invited(n8n, ANA);
    const { out, sent } = await run('delete', ANA);
    expect(sent).toEqual([`DELETE ${path()}`]);
    expect(bodies('DELETE')).toEqual([ANA]);
    expect(out).toEqual([{ deleted: true }]);
    expect(
      control()
        .badgeInvites()
        .filter(({ email }) => email === ANA.email)
        .map(({ state }) => state),
    ).toEqual(['used']);
    expect(
      control()
        .badgePasses()
        .find(({ id }) => id === passId)?.status,
    ).toBe('ACTIVE');
  });

  it('distinguishes a missing invite from a missing badge', async () => {
    await invited(n8n, { phone: '+4915112345678' });
    const { error } = await run('delete', ANA);
    expect(error).toMatchObject({
      httpCode: '404',
      message: textWith("Invite not found: 'ana@example.com' on badge"),
      description: textWith('phone number alone cannot be canceled'),
    });
    const foreign = await run('delete', {
      ...ANA,
      badgeTemplateId: byId(n8n.sandbox.foreign.badgeId),
    });
    expect(foreign.error?.message).toBe(
      `Badge not found: '${n8n.sandbox.foreign.badgeId}' [item 0]`,
    );
  });
});

const base = () => ({ badgeTemplateId: byId(badges().published) });
everyOperation(n8n, 'badgeInvite', {
  create: {
    parameters: () => ({ ...base(), ...ANA }),
    scope: 'badges.issue',
    bad: () => ({ email: 'ana@' }),
    words: /^'Email' is not an email address: 'ana@'/,
    refused: () => ({
      parameters: { badgeTemplateId: byId(badges().unpublished) },
      status: 409,
      message: /The badge is not published/,
    }),
  },
  getAll: {
    parameters: () => ({ ...base(), limit: 10 }),
    scope: 'badges.viewAll',
    bad: () => ({ limit: '={{ "all" }}' }),
    words: /^'Limit' must be a whole number/,
    refused: () => ({
      parameters: { badgeTemplateId: byId('gone') },
      status: 404,
      message: /^Badge not found: 'gone'/,
    }),
  },
  delete: {
    parameters: async () => {
      await invited(n8n, ANA);
      return { ...base(), ...ANA };
    },
    scope: 'badges.issue',
    bad: () => ({ email: expression('[]') }),
    words: /^'Email' must be text, not a list/,
    refused: () => ({
      parameters: { email: 'nobody@example.com' },
      status: 404,
      message: /^Invite not found: 'nobody@example.com'/,
    }),
  },
});
