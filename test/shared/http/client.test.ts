import { z } from 'zod';

import { TEMPLATE, missingObject } from '../../../shared/api/missing';
import { type ClientOptions, createClient } from '../../../shared/http/client';
import { type Retry, TRANSIENT_STATUSES } from '../../../shared/http/retryPolicy';
import type { ServiceCall } from '../../../shared/http/serviceCall';
import type { HttpMethod } from '../../../shared/http/transport';
import { fillPath, normalizeBaseUrl, otherBaseUrl } from '../../../shared/http/url';
import type { Clock } from '../../../shared/runtime/clock';
import { TestClock } from '../../support/clock';
import { HARSH_WORDS, failureOf, thrownBy } from '../../support/failures';
import { type Reply, scripted } from '../../support/scriptedTransport';

type CallOptions = Partial<Omit<ServiceCall<unknown>, 'method' | 'retry'>> & {
  method?: HttpMethod;
  retry?: Retry;
};

function setUp(replies: Reply[], options: Partial<ClientOptions> = {}) {
  const clock = new TestClock();
  const service = scripted(...replies);
  const sentAt: number[] = [];
  const client = createClient({
    baseUrl: 'https://api.example.com/',
    transport(request) {
      sentAt.push(clock.monotonicMs());
      return service.transport(request);
    },
    clock,
    ...options,
  });
  /** Sends a call: a GET by default, and an idempotent one. */
  const call = ({ method = 'GET', retry = 'idempotent', ...options }: CallOptions = {}) =>
    client.call({
      path: '/x',
      ...(options.readStream ? options : { schema: z.unknown(), ...options }),
      ...(method === 'GET' ? { method } : { method, retry }),
    } as ServiceCall<unknown>);
  return { client, clock, sent: service.sent, sentAt, call };
}

/** The error of a call to a service with these replies. */
const failed = (replies: Reply[], call?: CallOptions, options?: Partial<ClientOptions>) =>
  failureOf(setUp(replies, options).call(call));

const OK: Reply = { body: { ok: true } };
/** A clock whose sleeps never end. */
const STOPPED_CLOCK: Clock = {
  now: () => 0,
  monotonicMs: () => 0,
  random: () => 0,
  sleep: () => new Promise(() => {}),
};
const THROTTLED: Reply = { status: 429, headers: { 'retry-after': '2' }, body: { error: 'slow' } };

test('An ID stays one path segment of a URL', () => {
  expect(fillPath('/pass/{passId}/notify', 'a/b?c#d e')).toBe('/pass/a%2Fb%3Fc%23d%20e/notify');
  expect(fillPath('/pass/{passId}/notify', '😀')).toBe('/pass/%F0%9F%98%80/notify');
});

test.each(['', '.', '..'])('The ID %p, which would address a different path, is refused', (id) => {
  expect(thrownBy(() => fillPath('/templates/{id}', id)).kind).toBe('invalidInput');
});

test('A lone surrogate in a request is refused, and its parameter is named', async () => {
  expect(thrownBy(() => fillPath('/pass/{passId}/notify', '\ud83d')).kind).toBe('invalidInput');
  const { call, sent } = setUp([OK]);
  expect((await failureOf(call({ query: { externalId: 'a\ud83d' } }))).field).toBe('externalId');
  expect(sent).toEqual([]);
});

const REFUSED: Reply = { status: 401, body: { error: 'You are not authorized for this action' } };

test('A refused key is not sent again: every later call has the same error', async () => {
  const { call, sent } = setUp([REFUSED, OK]);
  const first = await failureOf(call({ endpoint: 'PATCH /pass', method: 'PATCH' }));
  expect(first.kind).toBe('wrongKey');
  expect(await failureOf(call())).toEqual(first);
  expect(sent).toHaveLength(1);
});

test('A key that is refused for a pass is sent again: the pass may belong to another account', async () => {
  const { call, sent } = setUp([REFUSED, OK, OK]);
  await failureOf(call({ endpoint: 'GET /pass' }));
  expect(await call({ endpoint: 'POST /auth' })).toEqual({ ok: true });
  expect(await call()).toEqual({ ok: true });
  expect(sent).toHaveLength(3);
});

test.each([
  ['https://api.example.com', 'https://api.example.com'],
  [' https://api.example.com/// ', 'https://api.example.com'],
  ['https://example.com/api/v1/', 'https://example.com/api/v1'],
  ['https://example.com/api/', 'https://example.com/api'],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['http://127.0.0.1:3000/', 'http://127.0.0.1:3000'],
  ['http://[::1]:3000', 'http://[::1]:3000'],
])('The base URL %p becomes %s', (given, used) => {
  expect(normalizeBaseUrl(given)).toBe(used);
});

test.each([
  ...['', 'api.example.com', 'http://api.example.com', 'http://localhost.example.com'],
  ...['http://127.0.0.1.example.com', 'ftp://example.com', 'file:///etc', 'javascript:alert(1)'],
  ...['https://', 'https://api.example.com?key=1', 'https://api.example.com/#top'],
  ...['https://user:secret@api.example.com', 'https://example.com/api (live)'],
])('The base URL %p is refused before anything is sent', (given) => {
  const failure = thrownBy(() => normalizeBaseUrl(given));
  expect(failure).toMatchObject({ kind: 'invalidInput', field: 'baseUrl' });
  expect(failure.message).not.toContain('secret');
});

test.each([
  ['https://example.com', 'https://example.com/api'],
  ['https://example.com/api', 'https://example.com'],
  ['https://example.com/v1', 'https://example.com/v1/api'],
  ['https://example.com/v1/api', 'https://example.com/v1'],
  ['https://example.com/myapi', 'https://example.com/myapi/api'],
  ['https://api', 'https://api/api'],
])('The other URL of %s is on the same host: %s', (given, other) => {
  expect(otherBaseUrl(given)).toBe(other);
});

const NO_SERVICE = "The server at 'Base URL' isn't a wallet pass service";
test.each<[string, Reply, string]>([
  ['a 404', { status: 404 }, `${NO_SERVICE} (status 404).`],
  ['a 405', { status: 405, body: '<html></html>' }, `${NO_SERVICE} (status 405).`],
  ['a page', { body: '<html></html>' }, "The response to GET /x could not be read (it is not JSON). 'Base URL' may lead to a web page instead of the service."],
])('The error about %s does not say if the base URL lacks a path', async (_name, reply, problem) => {
  const text = `${problem} Enter 'Base URL' in the {connection} exactly as your provider states it, with or without a path such as /api.`;
  for (const baseUrl of ['https://example.com/api/v1/', 'https://example.com']) {
    const { message, fix } = await failed([reply], {}, { baseUrl });
    expect(`${message}. ${fix}`).toBe(text);
  }
}); // prettier-ignore

test.each<Reply>([
  ...[401, 403, 500, 503].map((status) => ({ status })),
  { status: 404, body: { error: 'No such card' } },
  { status: 200, body: [] },
])('The response %j leads nobody to correct a right base URL', async (reply) => {
  const baseUrl = 'https://example.com/api';
  const { fix } = await failed([reply], { schema: z.object({}) }, { baseUrl });
  expect(fix).not.toContain('a path');
});

test.each([
  ['', 'is empty'],
  ['"svc_sk_abc"', 'is in quotes'],
  ["'svc_sk_abc'", 'is in quotes'],
  ['`svc_sk_abc', 'is in quotes'],
  ['\u201csvc_sk_abc\u201d', 'is in quotes'],
  ['svc_sk_abc"', 'is in quotes'],
  ['Bearer svc_sk_abc', "begins with 'Bearer'"],
  ['bearer  svc_sk_abc', "begins with 'bearer'"],
  ['Bearer', "begins with 'Bearer'"],
  ['X-API-Key: svc_sk_abc', "begins with 'X-API-Key:'"],
  ...[
    ['svc_sk_a\nb', 'a line break (U+000A) at position 9'],
    ['svc_sk_ab\u200bc', 'an invisible character (U+200B) at position 10'],
    ['svc_sk_ab\u0000', 'an invisible character (U+0000) at position 10'],
    ['svc_sk_a\u2026', 'the character \u2026 (U+2026) at position 9'],
    ['\u{1f511}svc_sk_', 'the character \u{1f511} (U+1F511) at position 1'],
    ['svc_sk_\ud83d', 'an invisible character (U+D83D) at position 8'],
  ].map(([apiKey = '', what]) => [apiKey, `contains ${what}, which can't be sent`]),
])('The API key %j is refused before anything is sent: it %s', (apiKey = '', mistake) => {
  const failure = thrownBy(() => setUp([OK], { apiKey }));
  expect(failure).toMatchObject({
    kind: 'invalidInput',
    field: 'apiKey',
    message: `'API Key' ${mistake}`,
    fix: expect.stringMatching(/^Nothing was sent\..*'API Key' of the \{connection\}/),
  });
  expect(`${failure.message} ${failure.fix}`).not.toContain('abc');
});

const VALID_KEYS = ['svc_sk_a b\tc~', 'bearers_are_fine', 'svc_sk_\u00e9\u00ff'];
test.each(VALID_KEYS)('The API key %j is sent', async (apiKey) => {
  const { call, sent } = setUp([OK], { apiKey });
  await call();
  expect(sent).toHaveLength(1);
});

/** Numbers of attempts of a call, by its retry rule, if every attempt ends like this. */
const ENDINGS: [ending: string, reply: Reply, times: { idempotent: number; never: number }][] = [
  ...[...TRANSIENT_STATUSES, 400, 401, 403, 404, 409, 500, 501].map((status): (typeof ENDINGS)[number] => {
    const times = { idempotent: TRANSIENT_STATUSES.includes(status) ? 3 : 1, never: 1 };
    return [`${status}`, { status }, times];
  }),
  ['a refused connection', { lost: 'no' }, { idempotent: 3, never: 3 }],
  ['a connection lost after sending', { lost: 'maybe', reason: 'connection closed' }, { idempotent: 3, never: 1 }],
  ['no response in time', { lost: 'maybe', reason: 'no response in time' }, { idempotent: 3, never: 1 }],
]; // prettier-ignore

test.each(ENDINGS)('A call follows its retry rule after %s', async (_name, reply, times) => {
  for (const [method, retry] of [
    ['GET', 'idempotent'],
    ['POST', 'idempotent'],
    ['POST', 'never'],
  ] as const) {
    const { call, sent } = setUp([reply]);
    const failure = await failureOf(call({ method, retry }));
    expect({ method, retry, times: sent.length }).toEqual({ method, retry, times: times[retry] });
    expect(`${failure.message} ${failure.fix}`).not.toMatch(HARSH_WORDS);
  }
});

test('A 429 does not count as an attempt of any call', async () => {
  for (const retry of ['idempotent', 'never'] as const) {
    const { call, sent } = setUp([...Array<Reply>(7).fill(THROTTLED), OK]);
    expect(await call({ method: 'POST', retry })).toEqual({ ok: true });
    expect(sent).toHaveLength(8);
  }
});

test('Attempts wait for one, then two seconds, minus jitter', async () => {
  const { call, clock } = setUp([{ status: 502 }, { status: 502 }, OK]);
  clock.chance = 0.9999;
  await call();
  expect(clock.waits).toEqual([1000, 2000]);
  const half = setUp([{ status: 502 }, { status: 502 }, OK]);
  await half.call();
  expect(half.clock.waits).toEqual([500, 1000]);
});

test('An attempt after a 503 waits as long as its Retry-After requests', async () => {
  const { call, clock } = setUp([{ status: 503, headers: { 'retry-after': '7' } }, OK]);
  await call();
  expect(clock.waits).toEqual([7000]);
});

test('A 503 that asks for a longer wait than the limit is not repeated; the error has both durations', async () => {
  const { call, sent } = setUp([{ status: 503, headers: { 'retry-after': '900' } }, OK]);
  expect(await failureOf(call())).toMatchObject({
    kind: 'unavailable',
    message:
      'The service is not available (status 503). The service asked to wait 15 minutes; the limit is 5 minutes',
  });
  expect(sent).toHaveLength(1);
});

test('A lost response leaves the result of a change unknown, and only an idempotent one safe to repeat', async () => {
  for (const ending of [{ status: 502 }, { status: 500 }, { lost: 'maybe' }] as Reply[]) {
    const ofPost = await failed([ending], { method: 'POST', retry: 'never' });
    expect(ofPost).toMatchObject({ kind: 'outcomeUnknown', safeToRepeat: false });
    expect(ofPost.message).toMatch(/^Unknown result/);
    const ofPatch = await failed([ending], { method: 'PATCH', retry: 'idempotent' });
    expect(ofPatch).toMatchObject({ kind: 'outcomeUnknown', safeToRepeat: true });
  }
});

test('A read without a response, or a request that was not sent, is reported as unavailable', async () => {
  expect(await failed([{ status: 502 }])).toMatchObject({ kind: 'unavailable', status: 502 });
  const unsent = await failed([{ lost: 'no' }], { method: 'POST', retry: 'never' });
  expect(unsent).toMatchObject({ kind: 'unavailable' });
  expect(unsent.status).toBeUndefined();
  expect(unsent.fix).toMatch(/Nothing was sent/);
});

const REDIRECT: Reply = { status: 303, headers: { location: '/elsewhere' } };

test('A redirect of a change leaves its result unknown: the service may have processed it', async () => {
  for (const [method, retry, safeToRepeat] of [
    ['POST', 'never', false],
    ['POST', 'lookUpFirst', false],
    ['PATCH', 'idempotent', true],
    ['DELETE', 'idempotent', true],
  ] as const) {
    const { call, sent } = setUp([REDIRECT]);
    const failure = await failureOf(call({ method, retry }));
    expect(failure).toMatchObject({ kind: 'outcomeUnknown', safeToRepeat, status: 303 });
    expect(failure.fix).toMatch(safeToRepeat ? /^It is safe to run/ : /^Check the dashboard/);
    expect(failure.fix).toMatch(/ If every request is redirected, enter the final URL/);
    expect(sent).toHaveLength(1);
  }
});

test('A redirect of a read, or of the check of a key, is about the base URL', async () => {
  for (const read of [{}, { method: 'POST', readOnly: true }] as const) {
    const { message, fix, ...failure } = await failed([REDIRECT], read);
    expect(failure).toMatchObject({ kind: 'unavailable', status: 303 });
    expect(`${message} ${fix}`).toMatch(/^'Base URL' redirects .* Enter the final/);
  }
});

const LOST: Reply = { lost: 'maybe', reason: 'no response in time' };
test.each([
  ['is rate limited', THROTTLED, { maxWaitMs: 0 }],
  ['is not sent', { lost: 'no' } as const, {}],
  ['would come too late', LOST, { deadlineAt: Date.UTC(2026, 5, 1, 12) + 1_200 }],
])('An attempt that %s does not hide an earlier unknown result', async (_how, last, options) => {
  expect(await failed([LOST, last], { method: 'PATCH' }, options)).toMatchObject({
    kind: 'outcomeUnknown',
    safeToRepeat: true,
    message:
      'Unknown result: the service may or may not have processed this request (no response in time)',
  });
});

test('A redirect does not hide the unknown result of an earlier attempt', async () => {
  const failure = await failed([{ status: 502 }, REDIRECT], { method: 'PATCH' });
  expect(failure).toMatchObject({ kind: 'outcomeUnknown' });
});

test('A read whose response was lost reports what happened to its next attempt', async () => {
  const failure = await failed([LOST, THROTTLED], {}, { maxWaitMs: 0 });
  expect(failure).toMatchObject({ kind: 'rateLimited' });
});

const GONE: Reply = { status: 404, body: { error: 'Resource not found' } };
const PAGE: Reply = { status: 404, body: '<html><h1>Not Found</h1></html>' };
const remove = (...replies: Reply[]) =>
  setUp(replies).call({
    method: 'DELETE',
    ifMissing: missingObject(TEMPLATE, 'x'),
    notFoundMeansDeleted: true,
    schema: z.unknown(),
  });

test('A 404 on a delete after an attempt with an unknown result means that it was deleted', async () => {
  await expect(remove({ status: 503 }, GONE)).resolves.toBeUndefined();
});

test.each([
  ['a page of a proxy', [{ status: 503 }, PAGE], 'outcomeUnknown'],
  ['an empty body', [{ status: 503 }, { status: 404, body: '' }], 'outcomeUnknown'],
  ['JSON of a gateway', [{ status: 503 }, { status: 404, body: { message: 'No route' } }], 'outcomeUnknown'],
  ['JSON of a gateway with an error', [{ status: 503 }, { status: 404, body: { error: 'no Route matched' } }], 'outcomeUnknown'],
  ['the first response', [GONE], 'notFound'],
  ['the response after an attempt that was not sent', [{ lost: 'no' }, GONE], 'notFound'],
] as [string, Reply[], string][])('A 404 on a delete fails it if it is %s', async (_name, replies, kind) => {
  expect(await failureOf(remove(...replies))).toMatchObject({ kind });
}); // prettier-ignore

/** A service whose responses are released by the test. */
function slow(maxConcurrentRequests?: number) {
  const open: (() => void)[] = [];
  let inFlight = 0;
  let most = 0;
  const client = createClient({
    baseUrl: 'https://api.example.com',
    clock: new TestClock(),
    maxConcurrentRequests,
    transport: async () => {
      inFlight += 1;
      most = Math.max(most, inFlight);
      await new Promise<void>((answer) => open.push(answer));
      inFlight -= 1;
      return { ok: true, response: { status: 200, headers: {}, body: '{}' } };
    },
  });
  const call = () => client.call({ method: 'GET', path: '/x', schema: z.unknown() });
  return { call, open, most: () => most };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('Requests in flight are bounded, and every call gets its turn', async () => {
  const { call, open, most } = slow(2);
  const calls = [1, 2, 3, 4, 5].map(call);
  for (let answered = 0; answered < 5;) {
    await settle();
    expect(open.length).toBeGreaterThan(0);
    answered += open.length;
    for (const answer of open.splice(0)) answer();
  }
  await Promise.all(calls);
  expect(most()).toBe(2);
});

test('No request starts after the run was canceled', async () => {
  const stop = new AbortController();
  const { call, sent } = setUp([OK], { signal: stop.signal, maxConcurrentRequests: 1 });
  const calls = [1, 2, 3].map(() => call());
  stop.abort();
  await Promise.allSettled(calls);
  expect(sent.length).toBeLessThanOrEqual(1);
});

const NO_WAIT = [undefined, '0', 'soon', new Date(0).toUTCString()];
test.each(NO_WAIT)('A 429 with Retry-After %p makes the waits longer', async (header) => {
  const headers: Record<string, string> = header === undefined ? {} : { 'retry-after': header };
  const throttled = Array.from({ length: 7 }, () => ({ status: 429, headers }));
  const { call, sentAt } = setUp([...throttled, OK]);
  await call();
  const waits = sentAt.slice(1).map((at, i) => at - (sentAt[i] ?? 0));
  expect(waits).toEqual([1000, 1000, 2000, 4000, 8000, 10_000, 10_000]);
});

test('A 429 delays every waiting call, not only the throttled one', async () => {
  const { call, clock, sent } = setUp([THROTTLED, OK]);
  const times: number[] = [];
  const begun = clock.now();
  const note = () => times.push(clock.now() - begun);
  const first = call().then(note);
  await clock.sleep(1);
  const others = Promise.all([1, 2, 3].map(() => call().then(note)));
  await Promise.resolve();
  expect(sent).toHaveLength(1);
  await Promise.all([first, others]);
  expect(sent).toHaveLength(5);
  // The calls do not all end at the same time: the service has just refused that.
  expect(times[0]).toBe(2000);
  expect(new Set(times).size).toBe(4);
  expect(times).toEqual([...times].sort((a, b) => a - b));
});

test('A call that is rate limited until the limit is reached fails with both durations', async () => {
  const { call, sent } = setUp([THROTTLED], { maxWaitMs: 5000 });
  const failure = await failureOf(call());
  expect(failure).toMatchObject({ kind: 'rateLimited', status: 429, retryAfterMs: 2000 });
  expect(failure.message).toBe(
    'The service asked to wait 2 seconds more, but the limit of 5 seconds leaves only 1 second',
  );
  expect(sent).toHaveLength(3);
});

test('A 429 with a longer Retry-After than the limit fails and names the setting', async () => {
  const reply = { status: 429, headers: { 'retry-after': '600' } };
  const { call, clock } = setUp([reply], { maxWaitMs: 60_000, maxWaitLabel: 'Max Wait' });
  expect(await failureOf(call())).toMatchObject({
    message: 'The service asked to wait 10 minutes; the limit is 1 minute',
    fix: "Nothing was changed by this request. Run it again later, or raise 'Max Wait'.",
    retryAfterMs: 600_000,
  });
  expect(clock.waits).toEqual([]);
});

test.each([
  ['the rate limit', THROTTLED],
  ['another attempt', { status: 502 }],
])('A clock set forward by a day while a call waits for %s ends no limit', async (_name, reply) => {
  const clock = new TestClock();
  const { sleep } = clock;
  const setForwardAndSleep = (ms: number) => {
    clock.setForward(86_400_000);
    return sleep(ms);
  };
  Object.assign(clock, { sleep: setForwardAndSleep });
  const deadlineAt = clock.monotonicMs() + 25_000;
  const { call, sent } = setUp([reply, reply, OK], { clock, deadlineAt });
  expect(await call()).toEqual({ ok: true });
  expect(sent).toHaveLength(3);
});

const UNREPEATABLE: CallOptions = { method: 'POST', retry: 'never' };
const LOOKED_UP: CallOptions = { method: 'POST', retry: 'lookUpFirst' };
const FILE: CallOptions = { readStream: () => Promise.resolve() };

test.each([
  ['that is repeated waits briefly for a response, but longer at last', undefined, {}, [30_000, 30_000, 120_000]],
  ['that may not be repeated waits long for a response', undefined, UNREPEATABLE, [120_000]],
  ['that may not be repeated waits until its deadline', 25_000, UNREPEATABLE, [25_000]],
  ['that is looked up after leaves time for that before its deadline', 25_000, LOOKED_UP, [18_000]],
  ['that is looked up after, with little time, waits for half of it', 9_001, LOOKED_UP, [4_500]],
  ['that is repeated leaves time for another try before its deadline', 25_000, {}, [18_000, 17_000, 22_000]],
  ['for a file leaves time for another try before its deadline', 25_000, FILE, [18_000, 17_000, 22_000]],
  ['for a file waits long: it would come as slowly again', undefined, FILE, [120_000, 120_000, 120_000]],
])('A call %s', async (_name, timeLeftMs, options, timeouts) => {
  const clock = new TestClock();
  clock.chance = 1;
  const deadlineAt = timeLeftMs === undefined ? undefined : clock.monotonicMs() + timeLeftMs;
  const { call, sent } = setUp([{ lost: 'maybe' }], { clock, deadlineAt });
  await failureOf(call(options));
  expect(sent.map(({ timeoutMs }) => timeoutMs)).toEqual(timeouts);
}); // prettier-ignore

test('No attempt starts shortly before the deadline, and a running one is aborted at it', async () => {
  const clock = new TestClock();
  const deadlineAt = clock.monotonicMs() + 1400;
  const { call, sent } = setUp([{ status: 502 }, OK], { clock, deadlineAt });
  await failureOf(call());
  expect(sent).toHaveLength(1);
  expect(sent[0]?.timeoutMs).toBe(1400);
  clock.pass(1000);
  expect((await failureOf(call())).message).toMatch(/time limit was reached/);
  expect(sent).toHaveLength(1);
});

test('A canceled run sends nothing more', async () => {
  const stop = new AbortController();
  const { call, sent } = setUp([OK], { signal: stop.signal });
  await call();
  stop.abort();
  expect((await failureOf(call())).message).toMatch(/canceled before this request was sent/);
  expect(sent).toHaveLength(1);
});

test.each([THROTTLED, { status: 502 }])('A canceled run ends the wait after %j', async (ending) => {
  const stop = new AbortController();
  const { call, sent } = setUp([ending, OK], { signal: stop.signal, clock: STOPPED_CLOCK });
  const failure = failureOf(call());
  await settle();
  stop.abort();
  expect((await failure).message).toMatch(/canceled before this request was sent/);
  expect(sent).toHaveLength(1);
});

test('Any 2xx status is a success, with or without a body', async () => {
  for (const status of [202, 204]) {
    expect(await setUp([{ status, body: '' }]).call({ method: 'DELETE' })).toBeUndefined();
  }
  expect(await setUp([{ status: 201, body: { id: 'a' } }]).call()).toEqual({ id: 'a' });
});

const UNEXPECTED = ['<html>Sign in</html>', '', '[]', '{"id":5}', 'null'];
test.each(UNEXPECTED)('A success with the body %p is reported as unexpected', async (body) => {
  const schema = z.object({ id: z.string() });
  const read = await failed([{ body }], { schema });
  expect(read).toMatchObject({ kind: 'unavailable', status: 200 });
  expect(read.fix).toContain(/^[[{]/.test(body) ? 'The service has changed' : 'a web page');
  const changed = await failed([{ body }], { method: 'POST', retry: 'never', schema });
  expect(changed.kind).toBe('outcomeUnknown');
});

test('The client warns once about a different API version, not about the same or none', async () => {
  const warnings: string[] = [];
  const warn = (text: string) => warnings.push(text);
  const same = { headers: { 'service-version': '2026-05-13' } };
  const other = { headers: { 'service-version': '2027-01-01' } };
  const { call } = setUp([same, OK, other, other, other], { warn });
  for (let i = 0; i < 5; i += 1) await call();
  expect(warnings).toEqual([
    'The service responded with API version 2027-01-01; this connector is built for 2026-05-13.',
  ]);
});

const key = 'svc_sk_verySecret-123_x';
const oddKey = 'unusual key without the prefix';
const REVEALING = [
  { status: 400, body: { error: `bad value near ${key} and ${oddKey}`, code: `code ${key}` } },
  { status: 402, body: { code: 'upgrade_required', reason: `for ${key}, ${oddKey}` } },
  { status: 404, body: { error: `no ${oddKey}` } },
  { status: 409, body: { error: `${key} clashes` } },
  { status: 500, body: { error: `X-API-Key: ${key}` } },
  { status: 302, headers: { location: `https://evil.example/?${key}` }, body: key },
  { lost: 'maybe', reason: `reset while sending ${key}` },
  { status: 200, body: `<html>${key}</html>` },
] as Reply[];

test.each(REVEALING)('No part of the error after %j contains a key', async (reply) => {
  const { call } = setUp([reply], { apiKey: oddKey });
  for (const method of ['GET', 'POST'] as const) {
    const failure = await failureOf(call({ method, retry: 'never', schema: z.object({}) }));
    const all = JSON.stringify({ ...failure.toFields(), stack: failure.stack });
    expect(all).not.toMatch(/verySecret|unusual key/);
  }
});

const base64 = (text: string) => Buffer.from(text).toString('base64');
const usedKey = 'svc_sk_Ab0-Cd1_Ef2?Gh3>Ij4';
test.each([
  ['as it is', usedKey],
  ['in upper case', usedKey.toUpperCase()],
  ['in lower case', usedKey.toLowerCase()],
  ['without its prefix', usedKey.slice('svc_sk_'.length)],
  ['percent-encoded', encodeURIComponent(usedKey)],
  ['percent-encoded completely', Buffer.from(usedKey).toString('hex').replace(/../g, '%$&')],
  ['in Base64', base64(usedKey)],
  ['in Base64 for URLs', Buffer.from(usedKey).toString('base64url')],
  ['in Base64, percent-encoded', encodeURIComponent(base64(usedKey))],
  ['in Base64 without its prefix', base64(usedKey.slice('svc_sk_'.length))],
  ["as the password of ''", base64(`:${usedKey}`)],
  ["as the password of 'a'", base64(`a:${usedKey}`)],
  ["as the password of 'ab'", base64(`ab:${usedKey}`)],
  ["as the password of 'abc'", base64(`abc:${usedKey}`)],
])('An error hides the key in use %s', async (_name, form) => {
  const body = { error: `bad header: ${form}, or another` };
  const { message } = await failed([{ status: 400, body }], {}, { apiKey: usedKey });
  // What may remain is the known prefix, or a user name in Base64.
  expect(message).toMatch(/: bad header: \S{0,8}\[hidden\], or another$/);
});

test('A short key hides no parts of words', async () => {
  const body = { error: 'the value is invalid' };
  const { message } = await failed([{ status: 400, body }], {}, { apiKey: 'svc_sk_value' });
  expect(message).toContain('the value is invalid');
});

test('No warning contains a key', async () => {
  const warnings: string[] = [];
  const reply = { headers: { 'service-version': key } };
  await setUp([reply], { warn: (text) => warnings.push(text) }).call();
  expect(warnings.join()).not.toContain('verySecret');
});
