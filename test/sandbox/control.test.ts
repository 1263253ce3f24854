import { startSandbox } from '../../sandbox/index';
import { DAY, T0, useSandbox } from './harness';

let wall = T0;
const h = useSandbox({ seed: 'templates', now: () => wall });
beforeEach(() => {
  wall = T0;
});
const control = () => h.sandbox.control;
const auth = () => h.call('POST', '/auth');
const generic = () => ({ templateId: h.sandbox.templates.generic });
const sandboxCall = <T>(method: string, path: string, body?: unknown) =>
  h.call<T>(method, `/_sandbox${path}`, { headers: {}, body });

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

  test.each([500, 502, 503, 504] as const)(
    '%i is answered and nothing is processed',
    async (status) => {
      control().queueFault({ kind: 'unavailable', status });
      const body = { passes: [generic()] };
      expect((await h.call('POST', '/pass', { body })).status).toBe(status);
      expect(control().passes(generic().templateId)).toHaveLength(0);
    },
  );

  test('a plain text body imitates the response of a proxy', async () => {
    control().queueFault({ kind: 'unavailable', status: 502, body: '<h1>Bad gateway</h1>' });
    const response = await auth();
    expect(response.headers['content-type']).toBe('text/html');
    expect(response.text).toBe('<h1>Bad gateway</h1>');
  });

  test('a connection dropped before processing creates no pass, after processing it does', async () => {
    const body = { passes: [generic()] };
    control().queueFault({ kind: 'dropBefore' });
    await expect(h.call('POST', '/pass', { body })).rejects.toThrow();
    expect(control().passes(generic().templateId)).toHaveLength(0);
    control().queueFault({ kind: 'dropAfter' });
    await expect(h.call('POST', '/pass', { body })).rejects.toThrow();
    expect(control().passes(generic().templateId)).toHaveLength(1);
    expect(
      control()
        .requests()
        .map(({ status, fault }) => [status, fault]),
    ).toEqual([
      [null, 'dropBefore'],
      [null, 'dropAfter'],
    ]);
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

  test('does not delay the controls', async () => {
    control().setRateLimit({ ratePerSecond: 0.001, burst: 1, retryAfter: 'none' });
    for (let i = 0; i < 3; i += 1) expect((await sandboxCall('GET', '/clock')).status).toBe(200);
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

  test('a refused operation is no longer in flight', async () => {
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
    sandbox.control.setLatency(100);
    const lost = async () => {
      const [id = ''] = sandbox.control.seedPasses(sandbox.templates.giftCard, 1);
      const operation = { operation: 'add', amount: 1 };
      await Promise.all(
        [1, 2].map(() =>
          fetch(`${sandbox.baseUrl}/pass`, {
            method: 'PATCH',
            headers: {
              'X-API-Key': sandbox.keys['Full access'],
              'Content-Type': 'application/json',
            },
            body: JSON.stringify({ id, balanceOperation: operation }),
          }),
        ),
      );
      return sandbox.control.pass(id)?.templateFields.balance === 1;
    };
    expect(await lost()).toBe(true);
    sandbox.control.setLostUpdates(false);
    expect(await lost()).toBe(false);
    sandbox.control.reset();
    sandbox.control.setLatency(100);
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

  test('listeners are called for completed requests until they are removed', async () => {
    const heard: string[] = [];
    const stop = control().onRequest(({ path, status }) => heard.push(`${path} ${status}`));
    await auth();
    stop();
    await auth();
    expect(heard).toEqual(['/auth 200']);
  });

  test('listeners are called for requests as they arrive, before faults and responses', async () => {
    const heard: unknown[] = [];
    control().queueFault({ kind: 'dropBefore' });
    const stop = control().onRequestStart(({ path, status, fault }) =>
      heard.push([path, status, fault]),
    );
    await expect(auth()).rejects.toThrow();
    stop();
    await auth();
    expect(heard).toEqual([['/auth', null, undefined]]);
  });

  test('entries are copies: changing one has no effect', async () => {
    const id = await h.issue({ ...generic(), templateFields: { a: 1 } });
    const entry = control().pass(id);
    if (entry) entry.templateFields.a = 2;
    expect(control().pass(id)?.templateFields.a).toBe(1);
  });
});

describe('controls over HTTP', () => {
  test('return URLs, keys and seeded IDs', async () => {
    expect((await sandboxCall('GET', '/info')).body).toMatchObject({
      baseUrl: h.sandbox.baseUrl,
      templates: h.sandbox.templates,
      keys: h.sandbox.keys,
      foreign: h.sandbox.foreign,
    });
  });

  test('do the same as the control object', async () => {
    await sandboxCall('PUT', '/clock', { at: T0 + 1 });
    await sandboxCall('POST', '/clock/advance', { ms: 1 });
    expect(control().now()).toBe(T0 + 2);

    const { key } = (
      await sandboxCall<{ key: string }>('POST', '/keys', { scopes: ['passes.viewAll'] })
    ).body;
    expect((await h.call('POST', '/auth', { key })).status).toBe(200);
    await sandboxCall('POST', '/keys/disable', { key });
    expect((await h.call('POST', '/auth', { key })).status).toBe(401);

    const seeded = await sandboxCall<{ ids: string[] }>('POST', '/seed-passes', {
      ...generic(),
      count: 3,
      options: { emailPrefix: 'x' },
    });
    const [id = ''] = seeded.body.ids;
    await sandboxCall('POST', `/passes/${id}/phone-added`, { wallet: 'a' });
    await sandboxCall('POST', `/passes/${id}/phone-added`, { wallet: 'b' });
    await sandboxCall('POST', `/passes/${id}/phone-removed`, { wallet: 'b' });
    await sandboxCall('PUT', `/passes/${id}/wallet-b-copy`, { exists: false });
    expect((await sandboxCall('GET', `/passes/${id}`)).body).toMatchObject({
      id,
      email: 'x1@example.com',
      devices: { a: 1, b: 0 },
      walletBCopy: false,
    });
    expect(
      (await sandboxCall<[]>('GET', `/passes?templateId=${generic().templateId}`)).body,
    ).toHaveLength(3);

    await sandboxCall('PATCH', '/account', { passQuota: 0 });
    expect((await h.call('POST', '/pass', { body: { passes: [generic()] } })).status).toBe(402);
    expect((await sandboxCall('PUT', '/lost-updates', { on: true })).status).toBe(200);
    await sandboxCall('PUT', '/page-cap', { cap: 1 });
    const page = await h.call<{ passes: [] }>('GET', `/passes?templateId=${generic().templateId}`);
    expect(page.body.passes).toHaveLength(1);

    await sandboxCall('POST', '/faults', [
      { kind: 'unavailable', status: 503, match: { path: 'auth' } },
    ]);
    expect((await auth()).status).toBe(503);
    await sandboxCall('POST', '/faults', { kind: 'dropBefore' });
    await sandboxCall('DELETE', '/faults');
    await sandboxCall('PUT', '/rate-limit', { ratePerSecond: 1, burst: 1, retryAfter: 'date' });
    await auth();
    expect((await auth()).status).toBe(429);
    await sandboxCall('DELETE', '/rate-limit');
    await sandboxCall('PUT', '/latency', { ms: 1 });
    expect((await auth()).status).toBe(200);

    const log = await sandboxCall<{ requests: []; inFlightMax: number }>('GET', '/requests');
    expect(log.body.requests.length).toBeGreaterThan(5);
    expect(log.body.inFlightMax).toBe(1);
    await sandboxCall('DELETE', '/requests');
    expect(control().requests()).toEqual([]);
    expect((await sandboxCall('GET', '/outbox')).body).toEqual([]);

    await sandboxCall('POST', '/reset', {});
    expect(control().passes(generic().templateId)).toEqual([]);
    expect(control().now()).toBe(wall);
  });

  const bulk = (options: object) => ({ ...generic(), count: 1, options });
  test.each<[string, string, () => unknown, string]>([
    ['POST', '/faults', () => ({ kind: 'flood' }), '0.kind: Invalid discriminator value'],
    ['POST', '/faults', () => [{ kind: 'cutOff' }, 7], '1: Expected object'],
    [
      'POST',
      '/faults',
      () => ({ kind: 'cutOff', times: 2 }),
      "0: Unrecognized key(s) in object: 'times'",
    ],
    [
      'POST',
      '/faults',
      () => ({ kind: 'cutOff', match: { path: '(' } }),
      '0.match.path: Invalid regular expression',
    ],
    [
      'POST',
      '/faults',
      () => ({ kind: 'cutOff', match: { verb: 'GET' } }),
      "0.match: Unrecognized key(s) in object: 'verb'",
    ],
    [
      'POST',
      '/faults',
      () => ({ kind: 'unavailable', status: 418 }),
      '0.status: must be 500, 502, 503 or 504',
    ],
    ['POST', '/faults', () => ({ kind: 'late', ms: 2 ** 31 }), '0.ms: Number must be less than'],
    ['PATCH', '/account', () => ({ color: 'red' }), "Unrecognized key(s) in object: 'color'"],
    ['PATCH', '/account', () => ({ passQuota: '1' }), 'passQuota: Expected number'],
    ['PATCH', '/account', () => [], 'Expected object'],
    [
      'POST',
      '/seed-passes',
      () => bulk({ perInstant: 0 }),
      'options.perInstant: Number must be greater',
    ],
    [
      'POST',
      '/seed-passes',
      () => bulk({ installedShare: 2 }),
      'options.installedShare: Number must be less',
    ],
    [
      'POST',
      '/seed-passes',
      () => bulk({ each: 1 }),
      "options: Unrecognized key(s) in object: 'each'",
    ],
    [
      'POST',
      '/seed-passes',
      () => bulk({ values: { id: 'x' } }),
      "options.values: Unrecognized key(s) in object: 'id'",
    ],
    [
      'POST',
      '/seed-passes',
      () => bulk({ values: { templateFields: { a: {} } } }),
      'options.values.templateFields.a: Invalid input',
    ],
    ['POST', '/seed-passes', () => ({ ...generic(), count: 1e9 }), 'count: Number must be less'],
    [
      'POST',
      '/keys',
      () => ({ scopes: ['passes.fly'] }),
      'scopes: must be "all" or a list of these: passes.create',
    ],
    ['POST', '/keys/disable', () => ({ key: 'none' }), 'No such key'],
    ['PUT', '/clock', () => ({ at: 1e300 }), 'at: Number must be less'],
    ['PUT', '/clock', () => ({ at: 'now' }), 'at: Expected number'],
    ['POST', '/clock/advance', () => ({}), 'ms: Required'],
    ['PUT', '/latency', () => ({ ms: -1 }), 'ms: Number must be greater'],
    [
      'PUT',
      '/rate-limit',
      () => ({ ratePerSecond: 0, burst: 1 }),
      'ratePerSecond: Number must be greater',
    ],
    ['PUT', '/page-cap', () => ({ cap: 0 }), 'cap: Number must be greater'],
    [
      'PUT',
      '/image-fetch',
      () => ({ allowedOrigins: ['localhost'] }),
      'allowedOrigins.0: must be an origin',
    ],
    ['POST', '/reset', () => ({ seed: 'full' }), 'seed: Invalid enum value'],
    ['DELETE', '/faults', () => ({ kind: 'cutOff' }), "Unrecognized key(s) in object: 'kind'"],
    ['PUT', '/badge-passes/x/status', () => ({ status: 'LOST' }), 'status: Invalid enum value'],
    ['GET', '/passes?template=x', () => undefined, "Unrecognized key(s) in object: 'template'"],
    ['GET', '/outbox?kind=email', () => undefined, "Unrecognized key(s) in object: 'kind'"],
  ])(
    '%s %s returns 400 to invalid input, and changes nothing (%#)',
    async (method, path, body, error) => {
      const before = JSON.stringify([control().passes(), control().now()]);
      const response = await sandboxCall<{ error: string }>(method, path, body());
      expect([response.status, response.body.error]).toEqual([400, expect.stringContaining(error)]);
      expect(JSON.stringify([control().passes(), control().now()])).toBe(before);
      expect((await auth()).status).toBe(200);
    },
  );

  test('a body that is not JSON returns 400', async () => {
    const response = await h.call('PUT', '/_sandbox/latency', { raw: '{ms: 1}', headers: {} });
    expect([response.status, response.body]).toEqual([
      400,
      { error: 'The request body is not valid JSON.' },
    ]);
  });

  test('an unknown control path returns 404', async () => {
    expect(await sandboxCall('GET', '/faults')).toMatchObject({
      status: 404,
      body: { error: 'No control GET /_sandbox/faults' },
    });
  });

  test('an invalid pattern is refused when it is queued', () => {
    const fault = { kind: 'cutOff', match: { path: '(' } } as const;
    expect(() => control().queueFault(fault)).toThrow('Invalid regular expression');
  });

  describe('requests of web pages', () => {
    const order = (headers: Record<string, string>) =>
      h.call('POST', '/_sandbox/clock/advance', { raw: '{"ms":1}', headers });
    const port = () => new URL(h.sandbox.baseUrl).port;

    test.each([
      ['no origin, as scripts send it', () => ({})],
      ['their own origin', () => ({ Origin: h.sandbox.baseUrl })],
      ['their own origin by name', () => ({ Origin: `http://localhost:${port()}` })],
    ])('from %s are processed', async (_, headers) => {
      expect((await order(headers())).status).toBe(200);
      expect(control().now()).toBe(T0 + 1);
    });

    test.each([
      ['another site', () => ({ Origin: 'https://evil.example' })],
      ['another port', () => ({ Origin: 'http://127.0.0.1:1' })],
      ['a file or a sandboxed frame', () => ({ Origin: 'null' })],
      [
        'a name that was made to resolve to this machine',
        () => ({ Origin: `http://evil.example:${port()}`, Host: `evil.example:${port()}` }),
      ],
    ])('from %s return 403 and do nothing', async (_, headers) => {
      const response = await order(headers());
      expect([response.status, response.body]).toEqual([
        403,
        { error: `The controls do not accept requests of pages on ${headers().Origin}.` },
      ]);
      expect(control().now()).toBe(T0);
    });

    test('are refused for every control', async () => {
      const headers = { Origin: 'https://evil.example' };
      for (const path of ['/info', '/requests', '/none']) {
        expect((await h.call('GET', `/_sandbox${path}`, { headers })).status).toBe(403);
      }
      expect((await h.call('OPTIONS', '/_sandbox/faults', { headers })).status).toBe(403);
    });
  });

  test('name the missing object', async () => {
    expect(
      (await sandboxCall('POST', '/seed-passes', { templateId: 'none', count: 1 })).body,
    ).toEqual({ error: 'No template none' });
    expect((await sandboxCall('GET', '/passes/none')).status).toBe(404);
  });
});

describe('starting and stopping', () => {
  test('two starts create the same IDs and passes', async () => {
    const seededState = async () => {
      const sandbox = await startSandbox({ now: () => T0 });
      const passes = sandbox.control.passes().map(({ link: _, ...pass }) => pass);
      await sandbox.close();
      const { templates, badges, foreign, keys } = sandbox;
      return { templates, badges, foreign, keys, passes };
    };
    expect(await seededState()).toEqual(await seededState());
  });

  test('the demo templates have the IDs that the examples use', () => {
    expect(h.sandbox.templates.generic).toBe('6jsWpqoZfUqUeBn2PXOP');
  });

  test('the demo seed has a few hundred varied passes', async () => {
    const sandbox = await startSandbox({ now: () => T0 });
    const passes = sandbox.control.passes();
    await sandbox.close();
    expect(passes.length).toBeGreaterThan(300);
    for (const state of ['valid', 'voided', 'expired']) {
      expect(passes.filter((pass) => pass.state === state).length).toBeGreaterThan(5);
    }
    expect(passes.some(({ deviceCount }) => deviceCount > 1)).toBe(true);
    const instants = new Set(passes.map(({ templateId, created }) => `${templateId} ${created}`));
    expect(instants.size).toBeLessThan(passes.length);
    expect(passes.every(({ created, updated }) => created <= updated && updated <= T0)).toBe(true);
  });

  test('closes immediately, even with an idle connection and a pending response', async () => {
    const sandbox = await startSandbox({ seed: 'templates' });
    await fetch(`${sandbox.baseUrl}/_sandbox/clock`).then((response) => response.text());
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

  test('a hundred thousand passes are listed quickly', async () => {
    control().seedPasses(generic().templateId, 100_000);
    const started = performance.now();
    const path = `/passes?templateId=${generic().templateId}&limit=100&startAfter=`;
    for (let i = 0; i < 50; i += 1) await h.call('GET', path + String(T0 - i * 1_000_000));
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
