import { exitCode, jsonReport, summary, textReport } from '../../check-service/report';
import type { Result } from '../../check-service/outcome';
import { checkService, MOST_READS, type Report } from '../../check-service/run';
import { checkedKey, type Fetch, Service } from '../../check-service/service';
import { T0, useSandbox } from '../sandbox/harness';
import { answered, READ_VARIANTS, type Wrap, WRITE_VARIANTS } from './variants';

const h = useSandbox({ seed: 'demo' });

const toSandbox: Fetch = (url, init) => h.sandbox.fetch(new Request(url, init));
const asIs: Wrap = (send) => send;

function serviceBehind(wrap: Wrap, apiKey: string, baseUrl = h.sandbox.baseUrl): Service {
  const pause = async (ms: number) => h.sandbox.control.advanceClock(ms);
  return new Service({ baseUrl, apiKey, fetch: wrap(toSandbox), pause });
}
const read = (wrap = asIs, apiKey: string = h.sandbox.keys['Read only'], baseUrl?: string) =>
  checkService(serviceBehind(wrap, apiKey, baseUrl), { write: false });
const write = (wrap = asIs, service = serviceBehind(wrap, h.sandbox.keys['Full access'])) =>
  checkService(service, { write: true, now: () => new Date(T0) });

const idsOf = ({ statements }: Report, result: Result) =>
  statements.filter((statement) => statement.result === result).map(({ id }) => id);

/** Everything that the account contains, and how many messages it has sent. */
async function account() {
  const { templates, control } = h.sandbox;
  const { body } = await h.call('GET', '/templates?limit=100');
  const passes = Object.values(templates).map((id) => control.passes(id));
  return { templates: body, passes, messages: control.outbox().length };
}

/** Runs `act` when the service has processed so many requests. */
const after =
  (requests: number, act: () => unknown): Wrap =>
  (send) => {
    let count = 0;
    return async (url, init) => {
      const response = await send(url, init);
      count += 1;
      if (count === requests) await act();
      return response;
    };
  };

test('The check of a service as specified finds no difference by reading', async () => {
  const before = await account();
  h.sandbox.control.clearRequests();
  const report = await read();
  expect([idsOf(report, 'differs'), idsOf(report, 'not tried')]).toEqual([[], ['search.phone']]);
  expect(exitCode(report)).toBe(0);
  const sent = h.sandbox.control.requests().map(({ method, path }) => `${method} ${path}`);
  expect(sent.filter((request) => !/^(GET |POST \/auth)/.test(request))).toEqual([]);
  expect(await account()).toEqual(before);
});

test('The check of a service as specified finds no difference by writing, and leaves it as it was', async () => {
  const before = await account();
  const report = await write();
  expect([idsOf(report, 'differs'), idsOf(report, 'not tried')]).toEqual([[], ['keys.scope']]);
  expect(exitCode(report)).toBe(0);
  expect(await account()).toEqual(before);
});

test.each([
  [
    'the account has no passes',
    'Read only',
    ['keys.scope', 'errors.unknownPass', 'templates.design'],
  ],
  ['the key lacks most scopes', 'Issue access badges', ['keys.wrong', 'keys.scope', 'badges.list']],
] as const)('What cannot be asked is not a difference: %s', async (_name, key, holding) => {
  h.sandbox.control.reset('templates');
  const report = await read(asIs, h.sandbox.keys[key]);
  expect(idsOf(report, 'differs')).toEqual([]);
  expect(idsOf(report, 'holds')).toEqual(expect.arrayContaining([...holding]));
  expect(exitCode(report)).toBe(2);
});

test.each(READ_VARIANTS)('Reading finds a difference: %s', async (_name, wrap, ...differs) => {
  const { generic } = h.sandbox.templates;
  h.sandbox.control.seedPasses(generic, 200, { each: (i) => ({ created: T0 - 1000 * i }) });
  const report = await read(wrap);
  expect(idsOf(report, 'differs')).toEqual(differs);
  expect(exitCode(report)).toBe(report.statements.some(isBroken) ? 1 : 0);
});

test.each(WRITE_VARIANTS)('Writing finds a difference: %s', async (_name, wrap, ...differs) => {
  const before = await account();
  expect(idsOf(await write(wrap), 'differs')).toEqual(differs);
  expect(await account()).toEqual(before);
});

const isBroken = ({ result, relied }: Report['statements'][number]) =>
  relied && result === 'differs';

/** The number of the request that creates the template, and of all. */
async function requestsOfRun(): Promise<{ creating: number; all: number }> {
  h.sandbox.control.clearRequests();
  await write();
  const sent = h.sandbox.control.requests();
  const creating = sent.findIndex(({ method, path }) => method === 'POST' && path === '/templates');
  return { creating: creating + 1, all: sent.length };
}

test('The check removes what it created after Ctrl-C at any request', async () => {
  const before = await account();
  const { creating, all } = await requestsOfRun();
  for (let number = creating - 1; number < all; number += 15) {
    const stop = after(number, () => service.stop());
    const service: Service = serviceBehind(stop, h.sandbox.keys['Full access']);
    const report = await write(asIs, service);
    expect(report.removal).toMatchObject({ kept: 0, isListed: true });
    expect(await account()).toEqual(before);
  }
});

test('The check removes what an earlier one left that was killed at any request', async () => {
  const before = await account();
  const { creating, all } = await requestsOfRun();
  for (let number = creating; number < all; number += 15) {
    await new Promise((killed) => {
      const neverEnds = (): Promise<never> => new Promise(() => killed(undefined));
      void write(after(number, neverEnds));
    });
    const isLeft = (await account()).templates.total_count !== before.templates.total_count;
    expect(await write()).toMatchObject({ leftovers: isLeft ? 1 : 0, removal: { kept: 0 } });
    expect(await account()).toEqual(before);
  }
});

test('The check reports a template that cannot be removed, also if it only reads', async () => {
  const keeps = answered('DELETE /templates/.*', (exchange) => {
    if (exchange.url.search !== '') exchange.status = 500;
  });
  const stuck: Wrap = (send) => (url, init) =>
    init.method === 'DELETE' && url.includes('force') ? keeps(blocked)(url, init) : send(url, init);
  const report = await write(stuck);
  const withoutDifferences = { ...report, statements: [] };
  expect([report, withoutDifferences].map(exitCode)).toEqual([1, 2]);
  expect(summary(withoutDifferences).at(-1)).toMatch(/not everything was removed/);
  expect(report.removal?.kept).toBe(1);
  expect(textReport(report)).toContain('NOT REMOVED');
  expect(textReport(await read())).toContain('An earlier --write has left 1 of');
});
const blocked: Fetch = async () => Response.json({ error: 'Down' }, { status: 500 });

test('The check removes no template that it has not created', async () => {
  const marked = { linkRows: [{ id: 'serviceCheckMarker', label: 'x' }] };
  const make = async (name: string, pass: object) =>
    (await h.call('POST', '/templates', { body: { name, type: 'generic', pass } })).body.id;
  await make('Service check 2026-01-01', {});
  await make('Service check of ours', marked);
  const templateId = await make('Service check 2026-01-01', marked);
  await h.issue({ templateId, externalId: 'M-1' });
  const before = await account();
  await write();
  expect(await account()).toEqual(before);
});

test('The check creates nothing if the key cannot delete templates', async () => {
  const key = h.sandbox.control.addKey(['templates.viewAll', 'templates.create', 'passes.viewAll']);
  const showsPhone = answered('GET /passes', ({ body }) =>
    body.passes?.forEach((row) => (row.phone = phone)),
  );
  const { control, templates } = h.sandbox;
  const phone = '+12025550123';
  control.seedPasses(templates.generic, 200, { values: { phone } });
  control.clearRequests();
  const report = await write(asIs, serviceBehind(showsPhone, key));
  expect(exitCode(report)).toBe(2);
  // Reading has asked it, too.
  expect(idsOf(report, 'holds')).toContain('search.phone');
  expect(control.requests().map(({ method }) => method)).not.toContain('PATCH');
  expect(textReport(report)).toMatch(/Missing permission: templates\.delete(?!.*is deleted)/s);
});

test.each([12, 40])('The check of %d more templates sends at most 60 requests', async (count) => {
  for (let i = 0; i < count; i += 1)
    await h.call('POST', '/templates', { body: { name: `T ${i}`, type: 'generic' } });
  h.sandbox.control.seedPasses(h.sandbox.templates.generic, 2_000);
  h.sandbox.control.setPageCap(20);
  const report = await read();
  expect(report.requests).toBeLessThanOrEqual(MOST_READS);
  expect(JSON.stringify(report)).not.toContain('all requests of a run are used');
});

test('The check sends its key in a header to the Base URL, and follows no redirect', async () => {
  const sent: [string, RequestInit][] = [];
  await read((send) => (url, init) => {
    sent.push([url, init]);
    return send(url, init);
  });
  const key = h.sandbox.keys['Read only'];
  for (const [url, { redirect, body }] of sent) {
    expect([url.startsWith(`${h.sandbox.baseUrl}/`), redirect]).toEqual([true, 'manual']);
    expect(JSON.stringify([url, body])).not.toContain(key);
  }
  const bearer = sent.filter(([, { headers }]) => 'Authorization' in (headers as object));
  expect(bearer).toHaveLength(1);
});

/** The service at `/api` of the host. */
const underPath: Wrap = (send) => async (url, init) =>
  url.includes('/api/')
    ? send(url.replace('/api/', '/'), init)
    : new Response('<html>', { status: 405 });

test('The check asks a service whose Base URL has a path', async () => {
  const report = await read(underPath, undefined, `${h.sandbox.baseUrl}/api`);
  expect(exitCode(report)).toBe(0);
});

test('The check says if the service is there with /api, or without', async () => {
  await expect(read(underPath)).rejects.toThrow(
    "POST /auth gets 405 without JSON. Add '/api' to the end of 'Base URL': the service is there.",
  );
  await expect(read(asIs, undefined, `${h.sandbox.baseUrl}/api`)).rejects.toThrow(
    "POST /auth gets 404 Not found. Remove '/api' from the end of 'Base URL': the service is there without it.",
  );
});

test('The check refuses a malformed key without showing it', () => {
  expect(() => checkedKey('svc_sk_a\nb')).toThrow(/^(?!.*svc_sk_)/);
});

test.each([
  ['a wrong key', 1, () => Response.json({ error: 'Invalid API key' }, { status: 401 })],
  ['another server, with and without /api', 2, () => new Response('<html>', { status: 200 })],
  ['no response', 1, () => Promise.reject(new TypeError('x', { cause: { code: 'ENOTFOUND' } }))],
])('The check ends early: %s', async (_name, requests, answer) => {
  let sent = 0;
  const run = read(() => async () => {
    sent += 1;
    return answer();
  });
  await expect(run).rejects.toThrow(/Invalid API key|without JSON|ENOTFOUND/);
  expect(sent).toBe(requests);
});

test('The output of the check has no key of another form', async () => {
  const refusing: Wrap = () => async () =>
    Response.json({ error: 'Unknown key other-form' }, { status: 401 });
  await expect(read(refusing, 'other-form')).rejects.toThrow('Unknown key <key>');
});

test('The output of the check has no key, contact, name, ID or URL, even if errors repeat them', async () => {
  const key = h.sandbox.keys['Full access'];
  const { templates, control, baseUrl } = h.sandbox;
  const { email, id } = control.passes(templates.generic).find((pass) => pass.email) ?? {};
  const leaky: Wrap = (send) => async (url, init) => {
    const response = await send(url, init);
    if (response.status < 400) return response;
    const error = `${key}: ${email}, +1 202 555 0123, pass ${id} at ${url}\u001b[2J`;
    return Response.json({ error }, { status: response.status });
  };
  const report = await write(leaky);
  const secrets = Object.values(templates)
    .flatMap((template) => [...control.passes(template)])
    .flatMap((pass) => [pass.id, pass.email, pass.phone, pass.externalId, pass.templateId])
    .filter((text) => text !== undefined);
  for (const text of [textReport(report), jsonReport(report)]) {
    for (const secret of [key, baseUrl, '555', 'Harbor', '\u001b', ...secrets])
      expect(text.includes(secret)).toBe(false);
    expect(text).toContain('<key>');
  }
  expect(JSON.parse(jsonReport(report))).toMatchObject({
    exitCode: 1,
    serviceVersion: '2026-05-13',
  });
});
