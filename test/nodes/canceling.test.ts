import { setTimeout as delay } from 'node:timers/promises';

import type { Fault } from '../../sandbox/index';
import { byId, passById, useN8n, type PassRun } from '../support/n8n';

/** Canceling a run: nothing is sent after it, and pending waits end early. */
const n8n = useN8n();
const control = () => n8n.sandbox.control;

/** Longer than a test may take, so that waiting for it would fail the test. */
const HOURS = 7200;
/** Time for requests in flight to arrive. */
const REST_MS = 150;

/**
 * Starts a run and cancels it once `ready` requests have arrived.
 * @returns the number of requests before and after that
 */
async function runAndCancel(
  ready: number,
  operation: string,
  parameters: object,
  options: PassRun = {},
) {
  const stop = new AbortController();
  const running = n8n.pass(operation, parameters, { ...options, signal: stop.signal });
  while (control().requests().length < ready) await delay(2);
  await delay(REST_MS);
  const before = control().requests().length;
  stop.abort();
  const { run } = await running;
  await delay(REST_MS);
  return { status: run.status, before, after: control().requests().length - before };
}

const items = Array.from({ length: 50 }, (_, i) => ({ number: `n${i}` }));
const issueAll = () => ({
  templateId: byId(n8n.sandbox.templates.loyalty),
  externalId: '={{ $json.number }}',
  options: { maxParallelRequests: 4 },
});

it('sends no request after canceling, while others are in flight', async () => {
  control().setLatency(3 * REST_MS);
  // The list of passes, and four that are issued.
  expect(await runAndCancel(5, 'create', issueAll(), { items })).toEqual({
    status: 'canceled',
    before: 5,
    after: 0,
  });
  // Requests in flight finish at the service, and nothing follows.
  await delay(4 * REST_MS);
  expect(control().requests()).toHaveLength(5);
});

it.each<[string, Fault]>([
  ['a rate limit', { kind: 'rateLimited', retryAfter: 'seconds', seconds: HOURS, count: 99 }],
  [
    'the delay before another attempt',
    { kind: 'unavailable', status: 503, retryAfter: 'seconds', seconds: 250, count: 99 },
  ],
])('%s does not delay canceling', async (_name, fault) => {
  control().queueFault(fault);
  const parameters = { ...issueAll(), options: { maxParallelRequests: 4, maxWaitMinutes: 600 } };
  expect(await runAndCancel(1, 'create', parameters, { items })).toMatchObject({
    status: 'canceled',
    after: 0,
  });
});

it('makes no other try of the node', async () => {
  control().queueFault({ kind: 'unavailable', status: 500, count: 99 });
  const node = { retryOnFail: true, maxTries: 5, waitBetweenTries: 1000 };
  expect(await runAndCancel(1, 'void', passById('p1'), { node })).toEqual({
    status: 'canceled',
    before: 1,
    after: 0,
  });
});
