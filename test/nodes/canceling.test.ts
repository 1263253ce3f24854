import { setTimeout as delay } from 'node:timers/promises';

import type { Fault } from '../../sandbox/index';
import { byId, passById, useN8n, type PassRun } from '../support/n8n';

/** Canceling a run: nothing is sent after it, waits end early, and what was sent is reported. */
const n8n = useN8n();
const control = () => n8n.sandbox.control;

/** Longer than a test may take, so that waiting for it would fail the test. */
const HOURS = 7200;
/** Long enough for several requests to be in flight. */
const LATENCY_MS = 500;

/**
 * Starts a run and cancels it at the moment at which the service receives the last of `ready` requests; with a
 * fault, which all of them meet, a moment later.
 */
async function runAndCancel(
  ready: number,
  operation: string,
  parameters: object,
  { fault, ...options }: PassRun & { fault?: Fault } = {},
) {
  const stop = new AbortController();
  control().setLatency(fault ? 0 : LATENCY_MS);
  let arrived = 0;
  control().chooseFaults(() => {
    arrived += 1;
    if (arrived === ready) {
      if (fault) void delay(LATENCY_MS).then(() => stop.abort());
      else stop.abort();
    }
    return fault;
  });
  const { run, out, error } = await n8n.pass(operation, parameters, {
    ...options,
    signal: stop.signal,
  });
  return { status: run.status, sent: control().requests().length, out, error };
}

const COUNT = 50;
const items = Array.from({ length: COUNT }, (_, i) => ({
  number: `n${i}`,
  email: `n${i}@example.com`,
}));
const issueAll = () => ({
  templateId: byId(n8n.sandbox.templates.loyalty),
  externalId: '={{ $json.number }}',
  email: '={{ $json.email }}',
  options: { maxParallelRequests: 4, maxWaitMinutes: 600 },
});
const CANCELED = 'The run was canceled before this request was sent';

test('A canceled run sends nothing more, and reports every item that the service has processed', async () => {
  // The list of passes, and four that are issued.
  const { status, sent, error } = await runAndCancel(5, 'create', issueAll(), { items });
  expect({ status, sent }).toEqual({ status: 'canceled', sent: 5 });
  const done = [0, 1, 2, 3].map((item) => ({ item, externalId: `n${item}`, outcome: 'created' }));
  expect(error?.message).toBe(`${CANCELED} [item 4 (row 5)]`);
  expect(error?.context?.report).toMatchObject({ done, failed: [4], unknown: [] });
  expect(n8n.notified()).toEqual(done.map(({ item }) => `n${item}@example.com`));
});

test('A canceled run outputs the processed items if the workflow continues after an error', async () => {
  const node = { onError: 'continueRegularOutput' } as const;
  const { sent, out } = await runAndCancel(5, 'create', issueAll(), { items, node });
  expect(sent).toBe(5);
  expect(out.slice(0, 4)).toMatchObject(
    [0, 1, 2, 3].map((item) => ({ externalId: `n${item}`, outcome: 'created' })),
  );
  const canceled = out.slice(4);
  expect(canceled).toHaveLength(COUNT - 4);
  for (const one of canceled) expect(one.error).toContain(CANCELED);
  expect(n8n.notified()).toHaveLength(4);
});

test.each<[string, Fault]>([
  ['a rate limit', { kind: 'rateLimited', retryAfter: 'seconds', seconds: HOURS }],
  [
    'the delay before another attempt',
    { kind: 'unavailable', status: 503, retryAfter: 'seconds', seconds: 250 },
  ],
])('Canceling a run is not delayed by %s', async (_name, fault) => {
  const begin = Date.now();
  const { status, sent } = await runAndCancel(1, 'create', issueAll(), { items, fault });
  expect({ status, sent }).toEqual({ status: 'canceled', sent: 1 });
  expect(Date.now() - begin).toBeLessThan(60_000);
});

test('Retry On Fail does not try a canceled run again', async () => {
  const fault: Fault = { kind: 'unavailable', status: 500 };
  const node = { retryOnFail: true, maxTries: 5, waitBetweenTries: 1000 };
  const { status, sent } = await runAndCancel(1, 'void', passById('p1'), { node, fault });
  expect({ status, sent }).toEqual({ status: 'canceled', sent: 1 });
});
