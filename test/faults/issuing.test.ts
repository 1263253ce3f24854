import { setTimeout as delay } from 'node:timers/promises';

import type { Fault } from '../../sandbox/index';
import type { Transport } from '../../shared/http/transport';
import type { Operation } from '../../shared/operations/operation';
import { create } from '../../shared/operations/pass/create';
import { createGroup } from '../../shared/operations/pass/createGroup';
import { sync } from '../../shared/operations/pass/sync';
import { upsert } from '../../shared/operations/pass/upsert';
import type { RunRetries } from '../../shared/run/attempts';
import { processClock } from '../support/clock';
import { type CoreOptions, useCore } from '../support/core';
import { useFastTime } from '../support/fastTime';

useFastTime();
const core = useCore({ checks: true });
const templateId = () => core.sandbox.templates.loyalty;
const control = () => core.sandbox.control;
const passes = () => control().passes(templateId());
const people = () =>
  control()
    .outbox()
    .map(({ to }) => to)
    .sort();

const ISSUE = { method: 'POST', path: '^/pass$' };
/** Every kind of unknown result of an issue; only in the first one, the pass was issued. */
const AMBIGUOUS: Fault[] = [
  { kind: 'dropAfter', match: ISSUE },
  { kind: 'dropBefore', match: ISSUE },
  { kind: 'unavailable', status: 502, match: ISSUE },
  { kind: 'unavailable', status: 503, match: ISSUE },
  { kind: 'unavailable', status: 504, body: '<html>Gateway</html>', match: ISSUE },
];

const GUESTS = Array.from({ length: 20 }, (_, i) => ({
  externalId: `n${i}`,
  email: `n${i}@example.com`,
}));
const EMAILS = GUESTS.map(({ email }) => email).sort();

const issue = (inputs: readonly object[], options?: CoreOptions) =>
  core.run(
    create,
    inputs.map((input) => ({ templateId: templateId(), ...input })),
    { clock: processClock, ...options },
  );
const withoutId = ({ email }: (typeof GUESTS)[number]) => ({ email });

test('An unknown result with an external ID ends in exactly one pass and one email', async () => {
  control().queueFault(AMBIGUOUS);
  const { out } = await issue(GUESTS);
  expect(out.map(({ externalId }) => externalId)).toEqual(
    GUESTS.map(({ externalId }) => externalId),
  );
  expect(out.every(({ outcome }) => outcome === 'created')).toBe(true);
  expect(out.filter(({ recovered }) => recovered)).toHaveLength(1);
  expect(passes()).toHaveLength(GUESTS.length);
  expect(people()).toEqual(EMAILS);
  // A second one for each that the lookup did not find.
  expect(core.bodies('POST', '/pass')).toHaveLength(GUESTS.length + AMBIGUOUS.length - 1);
});

test('A pass without an external ID is sent once, and reported as unknown if its result is', async () => {
  control().queueFault(AMBIGUOUS);
  const { errors } = await issue(GUESTS.map(withoutId), { continueOnFail: true });
  const unknown = errors.filter((error) => error !== undefined);
  expect(unknown).toHaveLength(AMBIGUOUS.length);
  for (const error of unknown) {
    expect(error).toMatchObject({ kind: 'outcomeUnknown', safeToRepeat: false });
  }
  expect(core.bodies('POST', '/pass')).toHaveLength(GUESTS.length);
  expect(people()).toHaveLength(GUESTS.length - AMBIGUOUS.length + 1);
});

test('Issue Several and Create or Update look up an unknown result; Issue Another does not', async () => {
  control().queueFault([{ kind: 'dropAfter', match: ISSUE, count: 3 }]);
  const template = { templateId: templateId() };
  const group = ['G-1', 'G-2'].map((externalId) => ({ ...template, externalId }));
  const [groups, upserted, another] = await Promise.all([
    core.run(createGroup, { passes: group, email: 'g@example.com' }),
    core.run(upsert, { ...template, externalId: 'U-1', email: 'u@example.com' }),
    issue([{ externalId: 'A-1', email: 'a@example.com', ifExists: 'issueAnother' }]),
  ]);
  expect(groups.out).toMatchObject([
    { outcome: 'created', recovered: true, passes: [{ externalId: 'G-1' }, { externalId: 'G-2' }] },
  ]);
  expect(upserted.out).toMatchObject([{ outcome: 'created', recovered: true, externalId: 'U-1' }]);
  // The ID may match the new pass or an older one.
  expect(another.error).toMatchObject({ kind: 'outcomeUnknown' });
  expect(core.bodies('POST', '/pass')).toHaveLength(3);
  expect(people()).toEqual(['a@example.com', 'g@example.com', 'u@example.com']);
});

describe('A service that is still issuing when a gateway gives up', () => {
  const WORKS_FOR_MS = 18_000;
  /** Zapier ends a step after 30 s. */
  const ZAPIER_MS = 25_000;

  let processed: Promise<unknown> | undefined;
  afterEach(() => processed);

  /** The first `POST /pass` is answered now, and processed only after {@link WORKS_FOR_MS}. */
  function givingUp(status: number | undefined) {
    processed = undefined;
    const through = (network: Transport): Transport => {
      return async (request) => {
        if (request.method !== 'POST' || processed) return await network(request);
        processed = delay(WORKS_FOR_MS).then(() => network(request));
        return status === undefined
          ? { ok: false, sent: 'maybe', reason: 'no response in time' }
          : { ok: true, response: { status, headers: {}, body: '' } };
      };
    };
    return through;
  }

  const PATHS: [string, Operation, (pass: object) => object][] = [
    ['Issue', create, (pass) => pass],
    ['Issue with Update Existing', create, (pass) => ({ ...pass, ifExists: 'update' })],
    ['Create or Update', upsert, (pass) => pass],
    ['Issue Several', createGroup, (pass) => ({ passes: [pass], email: 'a@example.com' })],
    ['Sync List', sync, (pass) => ({ ...pass, missing: 'keep' })],
  ];
  const pass = () => ({ templateId: templateId(), externalId: 'L-1', email: 'a@example.com' });

  test.each(PATHS)(
    '%s issues one pass and sends one message, although a gateway gives up',
    async (_name, operation, inputOf) => {
      for (const status of [408, 502, 503, 504, undefined]) {
        control().reset();
        const through = givingUp(status);
        const { out, sent } = await core.run(operation, inputOf(pass()), {
          clock: processClock,
          through,
        });
        expect(out).toMatchObject([{ outcome: 'created', recovered: true }]);
        expect(passes()).toHaveLength(1);
        expect(people()).toEqual(['a@example.com']);
        expect(sent.filter((one) => one === 'POST /pass')).toHaveLength(1);
      }
    },
  );

  test.each(PATHS)('%s leaves the result unknown if the time is too short', async (...path) => {
    const [, operation, inputOf] = path;
    const through = givingUp(504);
    // It has taken a part of the time until then.
    const deadlineAt = processClock.monotonicMs() + ZAPIER_MS - 10_000;
    const { error } = await core.run(operation, inputOf(pass()), {
      clock: processClock,
      through,
      limits: { deadlineAt },
    });
    expect(error).toMatchObject({ kind: 'outcomeUnknown', safeToRepeat: true });
    expect(processClock.monotonicMs()).toBeLessThan(deadlineAt);
    await processed;
    expect(passes()).toHaveLength(1);
  });

  test.each(PATHS)('A retried run of %s does not issue the pass again', async (...path) => {
    const [, operation, inputOf] = path;
    const through = givingUp(504);
    const retries: RunRetries = { store: {}, runIndex: 0, maxAttempts: 3 };
    const attempt = () =>
      core.run(operation, inputOf(pass()), { clock: processClock, through, retries });
    // Nor can the first attempt look it up.
    control().chooseFaults(({ method }) =>
      method === 'GET' && processed ? { kind: 'unavailable', status: 500 } : undefined,
    );
    const first = await attempt();
    control().chooseFaults(null);
    expect(first.error).toMatchObject({ kind: 'outcomeUnknown', safeToRepeat: true });
    const { out } = await attempt();
    expect(out).toMatchObject([{ outcome: 'created', recovered: true }]);
    expect(passes()).toHaveLength(1);
    expect(people()).toEqual(['a@example.com']);
  });

  test('A run that is canceled while it looks up a pass sends nothing more', async () => {
    const through = givingUp(504);
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 3_000);
    const began = processClock.monotonicMs();
    const { error, sent } = await core.run(create, pass(), {
      clock: processClock,
      through,
      limits: { signal: stop.signal },
    });
    expect(error).toMatchObject({ kind: 'outcomeUnknown', safeToRepeat: true });
    expect(processClock.monotonicMs() - began).toBeLessThan(4_000);
    expect(sent.filter((one) => one.endsWith(' /pass'))).toHaveLength(2);
  });
});

const unreadable = { kind: 'unavailable', status: 500, match: { method: 'GET' } } as const;

test("Create or Update reports an updated pass that can't be read back without its links", async () => {
  control().seedPasses(templateId(), 1, { values: { externalId: 'U-1' } });
  control().queueFault(unreadable);
  const input = { templateId: templateId(), externalId: 'U-1', redemptionValue: '42' };
  const { out } = await core.run(upsert, input);
  expect(out).toMatchObject([{ externalId: 'U-1', outcome: 'updated' }]);
});

test("Issue Several reports a group that can't be read back as issued", async () => {
  const off = control().onRequest(({ method }) => {
    if (method === 'POST') control().queueFault({ ...unreadable, count: 9 });
  });
  const group = [{ templateId: templateId(), externalId: 'G-1' }];
  const { error } = await core.run(createGroup, { passes: group, email: 'g@example.com' });
  off();
  expect(error).toMatchObject({ kind: 'outcomeUnknown' });
  expect(error?.message).toMatch(
    /^The passes were issued, but the result for each of them is unknown/,
  );
  expect(people()).toEqual(['g@example.com']);
});

test('A rate limit delays all items and loses none', async () => {
  // A burst so small that ten workers exceed it even on a slow machine.
  control().setRateLimit({ ratePerSecond: 5, burst: 5, retryAfter: 'seconds' });
  const { out } = await issue(GUESTS.map(withoutId));
  expect(out).toHaveLength(GUESTS.length);
  expect(people()).toEqual(EMAILS);
  const refused = control()
    .requests()
    .filter(({ status }) => status === 429).length;
  // Requests in flight when the limit is reached get a 429; later ones wait.
  expect(refused).toBeGreaterThan(0);
  expect(refused).toBeLessThanOrEqual(GUESTS.length);
});
