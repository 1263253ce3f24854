import { startSandbox } from '../../sandbox/index';
import { BADGE_PASS_STATUSES } from '../../sandbox/state/entities';
import { DAY, T0, useSandbox } from './harness';

let wall = T0;
const h = useSandbox({ seed: 'templates', now: () => wall });
beforeEach(() => {
  wall = T0;
});
const control = () => h.sandbox.control;
const auth = () => h.call('POST', '/auth');
const generic = () => ({ templateId: h.sandbox.templates.generic });

describe('faults', () => {
  test.each([
    ['seconds', '4'],
    ['date', new Date(T0 + 4000).toUTCString()],
    ['none', undefined],
  ] as const)('429 with Retry-After as %s', async (retryAfter, header) => {
    control().queueFault({ kind: 'rateLimited', retryAfter, seconds: 4 });
    const response = await auth();
    expect([response.status, response.headers['retry-after']]).toEqual([429, header]);
    expect((await auth()).status).toBe(200);
  });

  test('an unavailable service processes nothing, also if a proxy answers for it', async () => {
    const body = { passes: [generic()] };
    control().queueFault({ kind: 'unavailable', status: 502, body: '<h1>Bad gateway</h1>' });
    const response = await h.call('POST', '/pass', { body });
    expect([response.status, response.text]).toEqual([502, '<h1>Bad gateway</h1>']);
    expect(response.headers['content-type']).toBe('text/html');
    expect(control().passes(generic().templateId)).toHaveLength(0);
  });

  test('a connection dropped before processing creates no pass, after processing it does', async () => {
    const body = { passes: [generic()] };
    control().queueFault({ kind: 'dropBefore' });
    await expect(h.call('POST', '/pass', { body })).rejects.toThrow();
    expect(control().passes(generic().templateId)).toHaveLength(0);
    control().queueFault({ kind: 'dropAfter' });
    await expect(h.call('POST', '/pass', { body })).rejects.toThrow();
    expect(control().passes(generic().templateId)).toHaveLength(1);
    const [before, after] = control().requests();
    expect(before).toMatchObject({ status: null, fault: 'dropBefore' });
    expect(before).not.toHaveProperty('outcome');
    expect(after).toMatchObject({ status: null, fault: 'dropAfter', outcome: 200 });
  });

  test('a gateway error can hide that the service has processed the request', async () => {
    control().queueFault({ kind: 'unavailable', status: 504, processed: true });
    const body = { passes: [generic()] };
    expect((await h.call('POST', '/pass', { body })).status).toBe(504);
    expect(control().passes(generic().templateId)).toHaveLength(1);
    expect(control().requests()).toMatchObject([{ status: 504, outcome: 200 }]);
  });

  test('a response breaks off, ends in the middle, or is late', async () => {
    const whole = (await auth()).text;
    control().queueFault({ kind: 'cutOff' });
    await expect(auth()).rejects.toThrow();

    control().queueFault({ kind: 'garbled' });
    const halved = await fetch(`${h.sandbox.baseUrl}/auth`, {
      method: 'POST',
      headers: { 'X-API-Key': h.sandbox.keys['Full access'] },
    });
    const half = await halved.text();
    expect(half).toBe(whole.slice(0, half.length));
    expect(half).toHaveLength(Math.floor(whole.length / 2));

    for (const body of [false, true]) {
      control().queueFault({ kind: 'late', ms: 60, body });
      const asked = performance.now();
      expect((await auth()).text).toBe(whole);
      expect(performance.now() - asked).toBeGreaterThanOrEqual(55);
    }
    const outcomes = control().requests();
    expect(outcomes.map(({ fault, outcome }) => [fault, outcome])).toEqual([
      [undefined, 200],
      ['cutOff', 200],
      ['garbled', 200],
      ['late', 200],
      ['late', 200],
    ]);
  });

  test('a fault can be chosen per request, after the queued ones', async () => {
    control().queueFault({ kind: 'unavailable', status: 500 });
    const asked: string[] = [];
    control().chooseFaults(({ path }) =>
      asked.push(path) === 2 ? { kind: 'unavailable', status: 503 } : undefined,
    );
    const statuses = [];
    for (let i = 0; i < 4; i += 1) statuses.push((await auth()).status);
    control().chooseFaults(null);
    expect(statuses).toEqual([500, 200, 503, 200]);
  });

  test('faults hit matching requests, as often as specified, in order', async () => {
    control().queueFault([
      {
        kind: 'unavailable',
        status: 503,
        count: 2,
        match: { method: 'get', path: '^/templates$' },
      },
      { kind: 'unavailable', status: 504, match: { path: /^\/auth$/ } },
    ]);
    const statuses = [];
    for (const [method, path] of [
      ['GET', '/templates'],
      ['POST', '/auth'],
      ['GET', '/templates'],
      ['GET', '/templates'],
      ['POST', '/auth'],
    ] as const) {
      statuses.push((await h.call(method, path)).status);
    }
    expect(statuses).toEqual([503, 504, 503, 200, 200]);
  });

  describe('of the credential service', () => {
    const hire = async () => {
      const path = `/badge/templates/${h.sandbox.badges.published}/invites`;
      const body = { email: 'ada@example.com' };
      const invite = await h.call<{ code: string }>('POST', path, { body });
      return control().badgeAdded(invite.body.code);
    };

    test('hide credentials, on reads of badges only', async () => {
      const { userId } = await hire();
      control().queueFault({ kind: 'credentialsNull', count: 2 });
      await auth();
      const users = () => h.call('GET', '/badge/users');
      expect((await users()).body).toMatchObject({ users: [{ id: userId, credentials: null }] });
      const passes = await h.call('GET', `/badge/users/${userId}/passes`);
      expect(passes.body).toMatchObject({ passes: [{ status: 'ACTIVE', credentials: null }] });
      expect((await users()).body).toMatchObject({ users: [{ credentials: { length: 1 } }] });
    });

    test('refuse to list holders or to change badges, and nothing happens', async () => {
      const { userId, passId } = await hire();
      const users = '/badge/users';
      for (const [kind, error, method, path, body] of [
        ['usersListFailed', 'users_list_failed', 'GET', users],
        ['lifecycleFailed', 'lifecycle_failed', 'POST', `/badge/passes/${passId}/lifecycle`, { action: 'revoke' }],
        ['lifecycleFailed', 'lifecycle_failed', 'PATCH', `${users}/${userId}`, { firstName: 'X' }],
        ['lifecycleFailed', 'lifecycle_failed', 'DELETE', `${users}/${userId}`],
      ] as const) {
        control().queueFault({ kind });
        await auth();
        const response = await h.call(method, path, { body });
        expect([response.status, response.body]).toEqual([502, { error }]);
      } // prettier-ignore
      control().advanceClock(2000);
      expect(control().badgePasses().at(-1)).toMatchObject({ status: 'ACTIVE', pending: [] });
    });
  });

  test('cleared faults do not occur', async () => {
    control().queueFault({ kind: 'dropBefore' });
    control().clearFaults();
    expect((await auth()).status).toBe(200);
  });
});

describe('rate limit', () => {
  test('refuses requests beyond the burst and refills in real time', async () => {
    control().setRateLimit({ ratePerSecond: 2, burst: 3, retryAfter: 'seconds' });
    const statuses = [];
    for (let i = 0; i < 5; i += 1) statuses.push((await auth()).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    expect((await auth()).headers['retry-after']).toBe('1');
    wall += 500;
    expect((await auth()).status).toBe(200);
    expect((await auth()).status).toBe(429);
    control().setRateLimit(null);
    expect((await auth()).status).toBe(200);
  });

  test('does not limit the controls', async () => {
    control().setRateLimit({ ratePerSecond: 0.001, burst: 1, retryAfter: 'none' });
    for (let i = 0; i < 3; i += 1) {
      expect((await h.call('GET', '/_sandbox/now', { headers: {} })).status).toBe(200);
    }
  });
});

describe('lost updates', () => {
  const card = () =>
    control().seedPasses(h.sandbox.templates.giftCard, 1, {
      externalIdPrefix: 'G-',
      values: { templateFields: { balance: 100 } },
    })[0] ?? '';
  const add = async (id: string, amount: number, named: object = { id }) => {
    const body = { ...named, balanceOperation: { operation: 'add', amount } };
    return (await h.call('PATCH', '/pass', { body })).body.pointsBalance;
  };
  const balance = (id: string) => control().pass(id)?.templateFields.balance;

  test('concurrent balance operations on one pass start from the same balance', async () => {
    control().setLostUpdates(true);
    control().setLatency(100);
    const [id, other] = [card(), card()];
    const byExternalId = { externalId: 'G-1', templateId: h.sandbox.templates.giftCard };
    const answers = await Promise.all([add(id, 1), add(id, 2, byExternalId), add(other, 4)]);
    expect(answers).toEqual([101, 102, 104]);
    expect([101, 102]).toContain(balance(id));
    expect(balance(other)).toBe(104);
  });

  test('operations sent one at a time are exact; without the option, all are', async () => {
    control().setLostUpdates(true);
    const id = card();
    expect([await add(id, 1), await add(id, 2)]).toEqual([101, 103]);
    control().reset();
    control().setLatency(100);
    const one = card();
    await Promise.all([add(one, 1), add(one, 2), add(one, 4)]);
    expect(balance(one)).toBe(107);
  });

  test('a refused operation has no effect', async () => {
    control().setLostUpdates(true);
    const id = card();
    expect(await add(id, -1)).toBeUndefined();
    expect([await add(id, 1), await add(id, 2)]).toEqual([101, 103]);
  });

  test('an operation starts from a balance set in the same call', async () => {
    control().setLostUpdates(true);
    const id = card();
    const balanceOperation = { operation: 'add', amount: 1 };
    await h.patch({ id, templateFields: { balance: 7 }, balanceOperation });
    expect(balance(id)).toBe(8);
  });

  test('can be on from the start, and a reset restores that', async () => {
    const sandbox = await startSandbox({ seed: 'templates', lostUpdates: true });
    const { control, templates } = sandbox;
    const lost = async () => {
      control.setLatency(100);
      const [id = ''] = control.seedPasses(templates.giftCard, 1);
      const body = JSON.stringify({ id, balanceOperation: { operation: 'add', amount: 1 } });
      const key = { 'X-API-Key': sandbox.keys['Full access'] };
      const headers = { ...key, 'Content-Type': 'application/json' };
      const send = () => fetch(`${sandbox.baseUrl}/pass`, { method: 'PATCH', headers, body });
      await Promise.all([send(), send()]);
      return control.pass(id)?.templateFields.balance === 1;
    };
    expect(await lost()).toBe(true);
    control.setLostUpdates(false);
    expect(await lost()).toBe(false);
    control.reset();
    expect(await lost()).toBe(true);
    await sandbox.close();
  });
});

describe('clock', () => {
  test('can be frozen, advanced, and returned to real time', () => {
    control().setClock(T0 + DAY);
    wall += 10;
    expect(control().now()).toBe(T0 + DAY);
    control().advanceClock(5);
    expect(control().now()).toBe(T0 + DAY + 5);
    control().setClock(T0 + DAY, { running: true });
    wall += 10;
    expect(control().now()).toBe(T0 + DAY + 10);
    control().setClock(null);
    expect(control().now()).toBe(wall);
    control().advanceClock(7);
    expect(control().now()).toBe(wall + 7);
  });
});

describe('the recorded state', () => {
  test('the request log has everything but the key', async () => {
    control().setClock(T0 + 1);
    const path = `/passes?templateId=${generic().templateId}&limit=2`;
    await h.call('GET', path, {
      headers: { 'X-API-Key': h.sandbox.keys['Read only'], 'X-Extra': 'yes' },
    });
    await h.call('POST', '/pass', { body: { passes: [] } });
    const [first, second] = control().requests();
    expect(first).toMatchObject({
      method: 'GET',
      path: '/passes',
      query: { templateId: generic().templateId, limit: '2' },
      headers: { 'x-api-key': '(hidden)', 'x-extra': 'yes' },
      status: 200,
      at: T0 + 1,
      keyLabel: 'Read only',
    });
    expect(second).toMatchObject({ body: { passes: [] }, status: 400 });
    expect(JSON.stringify(control().requests())).not.toContain('svc_sk_');
  });

  test('the most requests in flight at once are counted', async () => {
    control().setLatency(200);
    await Promise.all([auth(), auth(), auth(), auth()]);
    expect(control().inFlightMax()).toBe(4);
    control().clearRequests();
    await auth();
    expect(control().inFlightMax()).toBe(1);
  });

  test('listeners are called as requests arrive and when they are completed, until removed', async () => {
    const heard: unknown[] = [];
    control().queueFault({ kind: 'unavailable', status: 503 });
    const stops = [
      control().onRequestStart(({ status, fault }) => heard.push([status, fault])),
      control().onRequest(({ path, status }) => heard.push([path, status])),
    ];
    await auth();
    for (const stop of stops) stop();
    await auth();
    expect(heard).toEqual([
      [null, undefined],
      ['/auth', 503],
    ]);
  });

  test('entries are copies: changing one has no effect', async () => {
    const id = await h.issue({ ...generic(), templateFields: { a: 1 } });
    const entry = control().pass(id);
    if (entry) entry.templateFields.a = 2;
    expect(control().pass(id)?.templateFields.a).toBe(1);
  });
});

describe('controls over HTTP', () => {
  const rpc = (name: string, args: unknown[] = [], headers = {}) =>
    h.call('POST', `/_sandbox/${name}`, { raw: JSON.stringify(args), headers });

  test('return URLs, keys and seeded IDs', async () => {
    const { baseUrl, indexUrl, templates, keys, badges, foreign } = h.sandbox;
    const info = { baseUrl, indexUrl, templates, keys, badges, foreign };
    expect((await h.call('GET', '/_sandbox/info', { headers: {} })).body).toEqual(info);
  });

  test('are the methods of the control object, with a JSON list of arguments', async () => {
    expect((await rpc('advanceClock', [2])).body).toBeNull();
    expect((await rpc('now')).body).toBe(T0 + 2);
    const { body: ids } = await rpc('seedPasses', [generic().templateId, 3, { emailPrefix: 'x' }]);
    expect(ids).toHaveLength(3);
    expect(control().passes(generic().templateId)[2]?.email).toBe('x1@example.com');
    await rpc('queueFault', [{ kind: 'unavailable', status: 503 }]);
    expect((await auth()).status).toBe(503);
    const log = await h.call('GET', '/_sandbox/requests', { headers: {} });
    expect(log.body).toMatchObject([{ path: '/auth', status: 503 }]);
  });

  test.each([
    ['setLatency', '{ms: 1}'],
    ['setLatency', '{"ms":1}'],
    ['fly', '[]'],
    ['constructor', '[]'],
    ['pass', '7'],
    ['disableKey', '["none"]'],
    ['seedPasses', '["none",1]'],
    ['queueFault', '[{"kind":"flood"}]'],
    ['queueFault', '[{"kind":"cutOff","match":{"path":"("}}]'],
    ['badgeAdded', '["none"]'],
    ['setBadgePassStatus', '["none","ACTIVE"]'],
  ])('%s with %s returns 400', async (name, raw) => {
    const response = await h.call('POST', `/_sandbox/${name}`, { raw, headers: {} });
    expect([response.status, response.body]).toEqual([400, { error: expect.any(String) }]);
    expect((await auth()).status).toBe(200);
  });

  test('an unknown path returns 404', async () => {
    expect((await h.call('GET', '/_sandbox/faults', { headers: {} })).status).toBe(404);
  });

  test.each([
    ['no origin, as scripts send it', undefined, 200],
    ['their own origin', 'http://127.0.0.1:PORT', 200],
    ['their own origin by name', 'http://localhost:PORT', 200],
    ['another site', 'https://evil.example', 403],
    ['another port', 'http://127.0.0.1:1', 403],
    ['a file or a sandboxed frame', 'null', 403],
    ['a name that was made to resolve to this machine', 'http://evil.example:PORT', 403],
  ])('requests of %s', async (_, pattern, status) => {
    const origin = pattern?.replace('PORT', new URL(h.sandbox.baseUrl).port);
    const headers: Record<string, string> = origin === undefined ? {} : { Origin: origin };
    expect((await rpc('advanceClock', [1], headers)).status).toBe(status);
    expect(control().now()).toBe(status === 200 ? T0 + 1 : T0);
    expect((await h.call('GET', '/_sandbox/info', { headers })).status).toBe(status);
  });
});

describe('starting and stopping', () => {
  test('the demo seed is varied, and the same on every start', async () => {
    const seeded = async () => {
      const sandbox = await startSandbox({ now: () => T0 });
      const { control, templates, badges, foreign, keys } = sandbox;
      const passes = control.passes().map(({ link: _, ...pass }) => pass);
      const [badgePasses, invites] = [control.badgePasses(), control.badgeInvites()];
      await sandbox.close();
      return {
        templates,
        badges,
        foreign,
        keys,
        passes,
        badgePasses,
        states: invites.map(({ state }) => state),
      };
    };
    const { passes, badgePasses, states, foreign, ...rest } = await seeded();
    expect(await seeded()).toEqual({ passes, badgePasses, states, foreign, ...rest });

    expect(passes.length).toBeGreaterThan(300);
    for (const state of ['valid', 'voided', 'expired']) {
      expect(passes.filter((pass) => pass.state === state).length).toBeGreaterThan(5);
    }
    expect(passes.every(({ created, updated }) => created <= updated && updated <= T0)).toBe(true);
    expect(new Set(badgePasses.map(({ status }) => status))).toEqual(new Set(BADGE_PASS_STATUSES));
    const shared = badgePasses.filter(({ holderId }) => holderId === foreign.badgeUserId);
    expect(shared).toHaveLength(2);
    expect(new Set(states)).toEqual(new Set(['live', 'used', 'expired']));
  });

  test('the demo templates have the IDs that the examples use', () => {
    expect(h.sandbox.templates.generic).toBe('6jsWpqoZfUqUeBn2PXOP');
  });

  test('closes immediately, even with an idle connection and a pending response', async () => {
    const sandbox = await startSandbox({ seed: 'templates' });
    await fetch(`${sandbox.baseUrl}/_sandbox/now`).then((response) => response.text());
    sandbox.control.setLatency(60_000);
    const outstanding = fetch(`${sandbox.baseUrl}/auth`, { method: 'POST' });
    const dropped = expect(outstanding).rejects.toThrow();
    await new Promise<void>((resolve) => {
      const wait = () => (sandbox.control.requests().length > 0 ? resolve() : setImmediate(wait));
      wait();
    });
    await sandbox.close();
    await dropped;
  });
});
