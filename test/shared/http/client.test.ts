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
  /** A GET by default, and idempotent by default. */
  const call = ({ method = 'GET', retry = 'idempotent', ...more }: CallOptions = {}) =>
    client.call({
      path: '/x',
      ...(more.readStream ? more : { schema: z.unknown(), ...more }),
      ...(method === 'GET' ? { method } : { method, retry }),
    } as ServiceCall<unknown>);
  return { client, clock, sent: service.sent, sentAt, call };
}

const OK: Reply = { body: { ok: true } };
/** A clock whose sleeps never end. */
const STOPPED_CLOCK: Clock = {
  now: () => 0,
  monotonicMs: () => 0,
  random: () => 0,
  sleep: () => new Promise(() => {}),
};
const THROTTLED: Reply = { status: 429, headers: { 'retry-after': '2' }, body: { error: 'slow' } };

describe('a request', () => {
  it('keeps an ID as one path segment', () => {
    expect(fillPath('/pass/{passId}/notify', 'a/b?c#d e')).toBe('/pass/a%2Fb%3Fc%23d%20e/notify');
    expect(fillPath('/pass/{passId}/notify', '😀')).toBe('/pass/%F0%9F%98%80/notify');
  });

  it.each(['', '.', '..'])('refuses the ID %p, which would address a different path', (id) => {
    expect(thrownBy(() => fillPath('/templates/{id}', id)).kind).toBe('invalidInput');
  });

  it('rejects a lone surrogate and names its parameter', async () => {
    expect(thrownBy(() => fillPath('/pass/{passId}/notify', '\ud83d')).kind).toBe('invalidInput');
    const { call, sent } = setUp([OK]);
    expect((await failureOf(call({ query: { externalId: 'a\ud83d' } }))).field).toBe('externalId');
    expect(sent).toEqual([]);
  });
});

describe('a refused key', () => {
  const REFUSED: Reply = { status: 401, body: { error: 'You are not authorized for this action' } };

  it('is not sent again: every later call has the same error', async () => {
    const { call, sent } = setUp([REFUSED, OK]);
    const first = await failureOf(call({ endpoint: 'PATCH /pass', method: 'PATCH' }));
    expect(first.kind).toBe('wrongKey');
    expect(await failureOf(call())).toEqual(first);
    expect(sent).toHaveLength(1);
  });

  it('is asked about, if it may be the pass that belongs to another account', async () => {
    const { call, sent } = setUp([REFUSED, OK, OK]);
    await failureOf(call({ endpoint: 'GET /pass' }));
    expect(await call({ endpoint: 'POST /auth' })).toEqual({ ok: true });
    expect(await call()).toEqual({ ok: true });
    expect(sent).toHaveLength(3);
  });
});

describe('the base URL', () => {
  it.each([
    ['https://api.example.com', 'https://api.example.com'],
    [' https://api.example.com/// ', 'https://api.example.com'],
    ['https://example.com/api/v1/', 'https://example.com/api/v1'],
    ['https://example.com/api/', 'https://example.com/api'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://127.0.0.1:3000/', 'http://127.0.0.1:3000'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
  ])('turns %p into %s', (given, used) => {
    expect(normalizeBaseUrl(given)).toBe(used);
  });

  it.each([
    ...['', 'api.example.com', 'http://api.example.com', 'http://localhost.example.com'],
    ...['http://127.0.0.1.example.com', 'ftp://example.com', 'file:///etc', 'javascript:alert(1)'],
    ...['https://', 'https://api.example.com?key=1', 'https://api.example.com/#top'],
    ...['https://user:secret@api.example.com', 'https://example.com/api (live)'],
  ])('refuses %p before anything is sent', (given) => {
    const failure = thrownBy(() => normalizeBaseUrl(given));
    expect(failure).toMatchObject({ kind: 'invalidInput', field: 'baseUrl' });
    expect(failure.message).not.toContain('secret');
  });
});

it.each([
  ['https://example.com', 'https://example.com/api'],
  ['https://example.com/api', 'https://example.com'],
  ['https://example.com/v1', 'https://example.com/v1/api'],
  ['https://example.com/v1/api', 'https://example.com/v1'],
  ['https://example.com/myapi', 'https://example.com/myapi/api'],
  ['https://api', 'https://api/api'],
])('the other URL of %s is on the same host: %s', (given, other) => {
  expect(otherBaseUrl(given)).toBe(other);
});

describe('a response from elsewhere on the host', () => {
  const answered = async (reply: Reply, baseUrl = 'https://example.com/api/v1/') => {
    const { message, hint } = await failureOf(setUp([reply], { baseUrl }).call());
    return `${message}. ${hint}`;
  };
  const NO_SERVICE = "The server at 'Base URL' isn't a wallet pass service";

  it.each<[string, Reply, string]>([
    ['a 404', { status: 404 }, `${NO_SERVICE} (status 404).`],
    ['a 405', { status: 405, body: '<html></html>' }, `${NO_SERVICE} (status 405).`],
    [
      'a page',
      { body: '<html></html>' },
      "The response to GET /x could not be read (it is not JSON). 'Base URL' may lead to a web page instead of the service.",
    ],
  ])('leaves open whether a path is missing or too much: %s', async (_name, reply, problem) => {
    const text = `${problem} Enter 'Base URL' in the {connection} exactly as your provider states it, with or without a path such as /api.`;
    expect(await answered(reply)).toBe(text);
    expect(await answered(reply, 'https://example.com')).toBe(text);
  });

  it.each<Reply>([
    ...[401, 403, 500, 503].map((status) => ({ status })),
    { status: 404, body: { error: 'No such card' } },
    { status: 200, body: [] },
  ])('is not what %j is, so nobody corrects a right URL', async (reply) => {
    const failure = await failureOf(
      setUp([reply], { baseUrl: 'https://example.com/api' }).call({ schema: z.object({}) }),
    );
    expect(failure.hint).not.toContain('a path');
  });
});

describe('the API key', () => {
  it.each([
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
  ])('%j is refused before anything is sent: it %s', (apiKey = '', mistake) => {
    const failure = thrownBy(() => setUp([OK], { apiKey }));
    expect(failure).toMatchObject({
      kind: 'invalidInput',
      field: 'apiKey',
      message: `'API Key' ${mistake}`,
      hint: expect.stringMatching(/^Nothing was sent\..*'API Key' of the \{connection\}/),
    });
    expect(`${failure.message} ${failure.hint}`).not.toContain('abc');
  });

  it.each(['svc_sk_a b\tc~', 'bearers_are_fine', 'svc_sk_\u00e9\u00ff'])(
    '%j is sent',
    async (apiKey) => {
      const { call, sent } = setUp([OK], { apiKey });
      await call();
      expect(sent).toHaveLength(1);
    },
  );
});

describe('the number of attempts', () => {
  /** Number of attempts of a call if every attempt ends like this. */
  const ENDINGS: [ending: string, reply: Reply, times: { idempotent: number; never: number }][] = [
    ...[...TRANSIENT_STATUSES, 400, 401, 403, 404, 409, 500, 501].map((status): (typeof ENDINGS)[number] => {
      const times = { idempotent: TRANSIENT_STATUSES.includes(status) ? 3 : 1, never: 1 };
      return [`${status}`, { status }, times];
    }),
    ['a refused connection', { lost: 'no' }, { idempotent: 3, never: 3 }],
    ['a connection lost after sending', { lost: 'maybe', reason: 'connection closed' }, { idempotent: 3, never: 1 }],
    ['no response in time', { lost: 'maybe', reason: 'no response in time' }, { idempotent: 3, never: 1 }],
  ]; // prettier-ignore

  it.each(ENDINGS)('retry matrix: after %s', async (_ending, reply, times) => {
    for (const [method, retry] of [
      ['GET', 'idempotent'],
      ['POST', 'idempotent'],
      ['POST', 'never'],
    ] as const) {
      const { call, sent } = setUp([reply]);
      const failure = await failureOf(call({ method, retry }));
      expect({ method, retry, times: sent.length }).toEqual({ method, retry, times: times[retry] });
      expect(`${failure.message} ${failure.hint}`).not.toMatch(HARSH_WORDS);
    }
  });

  it('retry matrix: a 429 does not count as an attempt of any call', async () => {
    for (const retry of ['idempotent', 'never'] as const) {
      const { call, sent } = setUp([...Array<Reply>(7).fill(THROTTLED), OK]);
      expect(await call({ method: 'POST', retry })).toEqual({ ok: true });
      expect(sent).toHaveLength(8);
    }
  });

  it('comes with a backoff of one, then two seconds, minus jitter', async () => {
    const { call, clock } = setUp([{ status: 502 }, { status: 502 }, OK]);
    clock.chance = 0.9999;
    await call();
    expect(clock.waits).toEqual([1000, 2000]);
    const half = setUp([{ status: 502 }, { status: 502 }, OK]);
    await half.call();
    expect(half.clock.waits).toEqual([500, 1000]);
  });

  it('waits as long as a 503 requests in Retry-After', async () => {
    const { call, clock } = setUp([{ status: 503, headers: { 'retry-after': '7' } }, OK]);
    await call();
    expect(clock.waits).toEqual([7000]);
  });

  it('is one if a 503 asks for a longer wait than the limit; the error has both numbers', async () => {
    const { call, sent } = setUp([{ status: 503, headers: { 'retry-after': '900' } }, OK]);
    expect(await failureOf(call())).toMatchObject({
      kind: 'unavailable',
      message:
        'The service is not available (status 503). The service asked to wait 15 minutes; the limit is 5 minutes',
    });
    expect(sent).toHaveLength(1);
  });
});

describe('the error after a lost response', () => {
  it('is outcomeUnknown if the request may have been processed; safe to repeat only if idempotent', async () => {
    for (const ending of [{ status: 502 }, { status: 500 }, { lost: 'maybe' }] as Reply[]) {
      const never = await failureOf(setUp([ending]).call({ method: 'POST', retry: 'never' }));
      expect(never).toMatchObject({ kind: 'outcomeUnknown', safeToRepeat: false });
      expect(never.message).toMatch(/^Unknown result/);
      const free = await failureOf(setUp([ending]).call({ method: 'PATCH', retry: 'idempotent' }));
      expect(free).toMatchObject({ kind: 'outcomeUnknown', safeToRepeat: true });
    }
  });

  it('is unavailable if the call only reads, or was not sent', async () => {
    const read = await failureOf(setUp([{ status: 502 }]).call());
    expect(read).toMatchObject({ kind: 'unavailable', status: 502 });
    const unsent = await failureOf(
      setUp([{ lost: 'no' }]).call({ method: 'POST', retry: 'never' }),
    );
    expect(unsent).toMatchObject({ kind: 'unavailable' });
    expect(unsent.status).toBeUndefined();
    expect(unsent.hint).toMatch(/Nothing was sent/);
  });
});

describe('a redirect', () => {
  const REDIRECT: Reply = { status: 303, headers: { location: '/elsewhere' } };

  it('of a change leaves its result unknown: the service may have processed it', async () => {
    for (const [method, retry, safeToRepeat] of [
      ['POST', 'never', false],
      ['POST', 'lookUpFirst', false],
      ['PATCH', 'idempotent', true],
      ['DELETE', 'idempotent', true],
    ] as const) {
      const { call, sent } = setUp([REDIRECT]);
      const failure = await failureOf(call({ method, retry }));
      expect(failure).toMatchObject({ kind: 'outcomeUnknown', safeToRepeat, status: 303 });
      expect(failure.hint).toMatch(safeToRepeat ? /^It is safe to run/ : /^Check the dashboard/);
      expect(failure.hint).toMatch(/ If every request is redirected, enter the final URL/);
      expect(sent).toHaveLength(1);
    }
  });

  it('of a read, and of the check of a key, is about the base URL', async () => {
    for (const read of [{}, { method: 'POST', readOnly: true }] as const) {
      const failure = await failureOf(setUp([REDIRECT]).call(read));
      expect(failure).toMatchObject({ kind: 'unavailable', status: 303 });
      expect(`${failure.message} ${failure.hint}`).toMatch(
        /^'Base URL' redirects .* Enter the final/,
      );
    }
  });

  it('after an attempt with an unknown outcome does not hide it', async () => {
    const { call } = setUp([{ status: 502 }, REDIRECT]);
    expect(await failureOf(call({ method: 'PATCH' }))).toMatchObject({ kind: 'outcomeUnknown' });
  });
});

describe('an attempt after one with an unknown outcome', () => {
  const LOST: Reply = { lost: 'maybe', reason: 'no response in time' };
  it.each([
    ['is rate limited', THROTTLED, { maxWaitMs: 0 }],
    ['is not sent', { lost: 'no' } as const, {}],
    ['would come too late', LOST, { deadlineAt: Date.UTC(2026, 5, 1, 12) + 1_200 }],
  ])('that %s does not hide it', async (_how, last, options) => {
    const { call } = setUp([LOST, last], options);
    const failure = await failureOf(call({ method: 'PATCH' }));
    expect(failure).toMatchObject({
      kind: 'outcomeUnknown',
      safeToRepeat: true,
      message:
        'Unknown result: the service may or may not have processed this request (no response in time)',
    });
  });

  it('of a read is reported itself', async () => {
    const { call } = setUp([LOST, THROTTLED], { maxWaitMs: 0 });
    expect(await failureOf(call())).toMatchObject({ kind: 'rateLimited' });
  });
});

describe('a 404 on a delete', () => {
  const GONE: Reply = { status: 404, body: { error: 'Resource not found' } };
  const PAGE: Reply = { status: 404, body: '<html><h1>Not Found</h1></html>' };
  const remove = (...replies: Reply[]) =>
    setUp(replies).call({
      method: 'DELETE',
      ifMissing: missingObject(TEMPLATE, 'x'),
      notFoundMeansDeleted: true,
      schema: z.unknown(),
    });

  it('after an attempt with an unknown outcome means that it was deleted', async () => {
    await expect(remove({ status: 503 }, GONE)).resolves.toBeUndefined();
  });

  it.each([
    ['a page of a proxy', [{ status: 503 }, PAGE], 'outcomeUnknown'],
    ['an empty body', [{ status: 503 }, { status: 404, body: '' }], 'outcomeUnknown'],
    ['JSON of a gateway', [{ status: 503 }, { status: 404, body: { message: 'No route' } }], 'outcomeUnknown'],
    ['JSON of a gateway with an error', [{ status: 503 }, { status: 404, body: { error: 'no Route matched' } }], 'outcomeUnknown'],
    ['the first response', [GONE], 'notFound'],
    ['the response after an attempt that was not sent', [{ lost: 'no' }, GONE], 'notFound'],
  ] as [string, Reply[], string][])('as %s does not', async (_name, replies, kind) => {
    expect(await failureOf(remove(...replies))).toMatchObject({ kind });
  });
}); // prettier-ignore

describe('requests in flight', () => {
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
    return { call, open, most: () => most, settle };
  }
  const settle = () => new Promise((resolve) => setImmediate(resolve));

  it('are bounded, and every call gets its turn', async () => {
    const { call, open, most } = slow(2);
    const calls = [1, 2, 3, 4, 5].map(call);
    for (let answered = 0; answered < 5;) {
      await settle();
      expect(open.length).toBeGreaterThan(0);
      for (const answer of open.splice(0)) {
        answer();
        answered += 1;
      }
    }
    await Promise.all(calls);
    expect(most()).toBe(2);
  });

  it('do not start after the run was canceled', async () => {
    const stop = new AbortController();
    const { call, sent } = setUp([OK], { signal: stop.signal, maxConcurrentRequests: 1 });
    const calls = [1, 2, 3].map(() => call());
    stop.abort();
    await Promise.allSettled(calls);
    expect(sent.length).toBeLessThanOrEqual(1);
  });
});

describe('a 429', () => {
  it.each([undefined, '0', 'soon', new Date(0).toUTCString()])(
    'with Retry-After %p makes the waits longer and longer',
    async (header) => {
      const headers: Record<string, string> = header === undefined ? {} : { 'retry-after': header };
      const throttled = Array.from({ length: 7 }, () => ({ status: 429, headers }));
      const { call, sentAt } = setUp([...throttled, OK]);
      await call();
      const waits = sentAt.slice(1).map((at, i) => at - (sentAt[i] ?? 0));
      expect(waits).toEqual([1000, 1000, 2000, 4000, 8000, 10_000, 10_000]);
    },
  );

  it('delays every waiting call, not only the throttled one', async () => {
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
    // Not all at the same time: the service has just refused that.
    expect(times[0]).toBe(2000);
    expect(new Set(times).size).toBe(4);
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });

  it('fails once the limit of waiting is reached, with both durations', async () => {
    const { call, sent } = setUp([THROTTLED], { maxWaitMs: 5000 });
    const failure = await failureOf(call());
    expect(failure).toMatchObject({ kind: 'rateLimited', status: 429, retryAfterMs: 2000 });
    expect(failure.message).toBe(
      'The service asked to wait 2 seconds more, but the limit of 5 seconds leaves only 1 second',
    );
    expect(sent).toHaveLength(3);
  });

  it('with a longer Retry-After than the limit fails and names the setting', async () => {
    const { call, clock } = setUp([{ status: 429, headers: { 'retry-after': '600' } }], {
      maxWaitMs: 60_000,
      maxWaitLabel: 'Max Wait',
    });
    expect(await failureOf(call())).toMatchObject({
      message: 'The service asked to wait 10 minutes; the limit is 1 minute',
      hint: "Nothing was changed by this request. Run it again later, or raise 'Max Wait'.",
      retryAfterMs: 600_000,
    });
    expect(clock.waits).toEqual([]);
  });
});

describe('a clock that is set forward by a day', () => {
  const DAY = 86_400_000;
  /** A clock that is set whenever somebody waits. */
  function jumpingClock(): Clock {
    const clock = new TestClock();
    const sleep: Clock['sleep'] = (ms) => {
      clock.setForward(DAY);
      return clock.sleep(ms);
    };
    return { now: clock.now, monotonicMs: clock.monotonicMs, random: clock.random, sleep };
  }

  it.each([
    ['the rate limit', THROTTLED],
    ['another attempt', { status: 502 }],
  ])('while a call waits for %s does not shorten its limits', async (_name, reply) => {
    const clock = jumpingClock();
    const deadlineAt = clock.monotonicMs() + 25_000;
    const { call, sent } = setUp([reply, reply, OK], { clock, deadlineAt });
    expect(await call()).toEqual({ ok: true });
    expect(sent).toHaveLength(3);
  });
});

describe('the timeout of an attempt', () => {
  const timeouts = async (deadlineInMs: number | undefined, more: Partial<ServiceCall<unknown>>) => {
    const clock = new TestClock();
    clock.chance = 1;
    const { call, sent } = setUp([{ lost: 'maybe' }], {
      clock,
      deadlineAt: deadlineInMs === undefined ? undefined : clock.monotonicMs() + deadlineInMs,
    });
    await failureOf(call(more));
    return sent.map(({ timeoutMs }) => timeoutMs);
  };

  it.each([
    ['that is repeated: briefly, but for the last time', undefined, {}, [30_000, 30_000, 120_000]],
    ['that may not be repeated: long', undefined, { method: 'POST', retry: 'never' }, [120_000]],
    ['that may not be repeated, before a deadline: all the time there is', 25_000, { method: 'POST', retry: 'never' }, [25_000]],
    ['that is looked up after: all but the time for that', 25_000, { method: 'POST', retry: 'lookUpFirst' }, [18_000]],
    ['that is looked up after, with little time: half of it', 9_001, { method: 'POST', retry: 'lookUpFirst' }, [4_500]],
    ['that is repeated, before a deadline: all but the time for another try', 25_000, {}, [18_000, 17_000, 22_000]],
    ['whose response is a file, before a deadline: all but the time for another try', 25_000, { readStream: () => Promise.resolve() }, [18_000, 17_000, 22_000]],
    ['whose response is a file: long, it would come as slowly again', undefined, { readStream: () => Promise.resolve() }, [120_000, 120_000, 120_000]],
  ] as [string, number | undefined, Partial<ServiceCall<unknown>>, number[]][])(
    'for a call %s',
    async (_name, deadlineInMs, more, wanted) => {
      expect(await timeouts(deadlineInMs, more)).toEqual(wanted);
    },
  );
}); // prettier-ignore

describe('the deadline', () => {
  it('prevents attempts shortly before it and aborts a running one', async () => {
    const clock = new TestClock();
    const { call, sent } = setUp([{ status: 502 }, OK], {
      clock,
      deadlineAt: clock.monotonicMs() + 1400,
    });
    await failureOf(call());
    expect(sent).toHaveLength(1);
    expect(sent[0]?.timeoutMs).toBe(1400);
    clock.pass(1000);
    expect((await failureOf(call())).message).toMatch(/time limit was reached/);
    expect(sent).toHaveLength(1);
  });
});

describe('canceling', () => {
  it('sends nothing more', async () => {
    const stop = new AbortController();
    const { call, sent } = setUp([OK], { signal: stop.signal });
    await call();
    stop.abort();
    expect((await failureOf(call())).message).toMatch(/canceled before this request was sent/);
    expect(sent).toHaveLength(1);
  });

  it.each([THROTTLED, { status: 502 }])('does not wait for a clock after %j', async (ending) => {
    const stop = new AbortController();
    const { call, sent } = setUp([ending, OK], {
      signal: stop.signal,
      clock: STOPPED_CLOCK,
    });
    const failed = failureOf(call());
    await new Promise((resolve) => setImmediate(resolve));
    stop.abort();
    expect((await failed).message).toMatch(/canceled before this request was sent/);
    expect(sent).toHaveLength(1);
  });
});

describe('a response', () => {
  it('is a success with any 2xx status, with or without a body', async () => {
    for (const status of [202, 204]) {
      expect(await setUp([{ status, body: '' }]).call({ method: 'DELETE' })).toBeUndefined();
    }
    expect(await setUp([{ status: 201, body: { id: 'a' } }]).call()).toEqual({ id: 'a' });
  });

  it.each(['<html>Sign in</html>', '', '[]', '{"id":5}', 'null'])(
    'with a 2xx status and the body %p is reported as unexpected',
    async (body) => {
      const schema = z.object({ id: z.string() });
      const read = await failureOf(setUp([{ body }]).call({ schema }));
      expect(read).toMatchObject({ kind: 'unavailable', status: 200 });
      expect(read.hint).toContain(/^[[{]/.test(body) ? 'The service has changed' : 'a web page');
      const wrote = setUp([{ body }]).call({ method: 'POST', retry: 'never', schema });
      expect((await failureOf(wrote)).kind).toBe('outcomeUnknown');
    },
  );

  it('makes the client warn once about a different API version, not about the same or none', async () => {
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
});

describe('secrets', () => {
  const key = 'svc_sk_verySecret-123_x';
  const odd = 'unusual key without the prefix';
  const texts = [
    { status: 400, body: { error: `bad value near ${key} and ${odd}`, code: `code ${key}` } },
    { status: 402, body: { code: 'upgrade_required', reason: `for ${key}, ${odd}` } },
    { status: 404, body: { error: `no ${odd}` } },
    { status: 409, body: { error: `${key} clashes` } },
    { status: 500, body: { error: `X-API-Key: ${key}` } },
    { status: 302, headers: { location: `https://evil.example/?${key}` }, body: key },
    { lost: 'maybe', reason: `reset while sending ${key}` },
    { status: 200, body: `<html>${key}</html>` },
  ] as Reply[];

  it.each(texts)('are in no part of the error after %j', async (reply) => {
    const { call } = setUp([reply], { apiKey: odd });
    for (const method of ['GET', 'POST'] as const) {
      const failure = await failureOf(call({ method, retry: 'never', schema: z.object({}) }));
      expect(JSON.stringify({ ...failure.toFields(), stack: failure.stack })).not.toMatch(
        /verySecret|unusual key/,
      );
    }
  });

  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const own = 'svc_sk_Ab0-Cd1_Ef2?Gh3>Ij4';
  it.each([
    ['as it is', own],
    ['in upper case', own.toUpperCase()],
    ['in lower case', own.toLowerCase()],
    ['without its prefix', own.slice('svc_sk_'.length)],
    ['percent-encoded', encodeURIComponent(own)],
    ['percent-encoded completely', Buffer.from(own).toString('hex').replace(/../g, '%$&')],
    ['in Base64', base64(own)],
    ['in Base64 for URLs', Buffer.from(own).toString('base64url')],
    ['in Base64, percent-encoded', encodeURIComponent(base64(own))],
    ['in Base64 without its prefix', base64(own.slice('svc_sk_'.length))],
    ...['', 'a', 'ab', 'abc'].map((user) => [
      `as the password of '${user}'`,
      base64(`${user}:${own}`),
    ]),
  ])('a key in use is hidden %s', async (_name, form = '') => {
    const body = { error: `bad header: ${form}, or another` };
    const { call } = setUp([{ status: 400, body }], { apiKey: own });
    const { message } = await failureOf(call());
    // What may remain is the known prefix, or a user name in Base64.
    expect(message).toMatch(/: bad header: \S{0,8}\[hidden\], or another$/);
  });

  it('a short key hides no parts of words', async () => {
    const body = { error: 'the value is invalid' };
    const { call } = setUp([{ status: 400, body }], { apiKey: 'svc_sk_value' });
    expect((await failureOf(call())).message).toContain('the value is invalid');
  });

  it('are in no warning', async () => {
    const warnings: string[] = [];
    const reply = { headers: { 'service-version': key } };
    await setUp([reply], { warn: (text) => warnings.push(text) }).call();
    expect(warnings.join()).not.toContain('verySecret');
  });
});
