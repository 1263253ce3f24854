import { setTimeout as delay } from 'node:timers/promises';

import type { Fault } from '../../sandbox/index';
import { hire } from '../support/badges';
import { byId, passById, useN8n } from '../support/n8n';
import type { PassRun } from '../support/n8n';

/** Canceling a run: nothing is sent after it, and pending waits end early. */
const n8n = useN8n();
const control = () => n8n.sandbox.control;

/** Longer than a test may take: who waited for it would be seen. */
const HOURS = 7200;
/** Time for anything that is still on its way to arrive. */
const REST_MS = 150;

/**
 * Runs, cancels once `ready` requests have been answered or are being worked on, and looks what comes.
 * @returns how many requests arrived by then, and after it
 */
async function cancelled(
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

it('no request leaves after it, while others are being answered', async () => {
  control().setLatency(3 * REST_MS);
  expect(await cancelled(4, 'create', issueAll(), { items })).toEqual({
    status: 'canceled',
    before: 4,
    after: 0,
  });
  // Requests in flight finish at the service, and nothing follows.
  await delay(4 * REST_MS);
  expect(control().requests()).toHaveLength(4);
});

it.each<[string, Fault]>([
  ['a rate limit', { kind: 'rateLimited', retryAfter: 'seconds', seconds: HOURS, count: 99 }],
  [
    'the wait for another try',
    { kind: 'unavailable', status: 503, retryAfter: 'seconds', seconds: 250, count: 99 },
  ],
])('%s is not waited out', async (_what, fault) => {
  control().queueFault(fault);
  const parameters = { ...issueAll(), options: { maxParallelRequests: 4, maxWaitMinutes: 600 } };
  expect(await cancelled(1, 'create', parameters, { items })).toMatchObject({
    status: 'canceled',
    after: 0,
  });
});

it('a pass whose issue got lost is not looked for any more', async () => {
  control().queueFault({ kind: 'dropAfter', match: { method: 'POST' }, count: 99 });
  expect(await cancelled(2, 'create', issueAll(), { items: items.slice(0, 1) })).toEqual({
    status: 'canceled',
    before: 2,
    after: 0,
  });
});

it('a badge that is not suspended yet is not waited for', async () => {
  const { userId, passId } = await hire(n8n);
  control().setClock(control().now());
  const asked = control().requests().length;
  const parameters = {
    userId: byId(userId),
    passId: byId(passId),
    options: { waitUntilDone: true },
  };
  const ended = await cancelled(asked + 2, 'suspend', parameters, { resource: 'badgePass' });
  expect(ended).toMatchObject({ status: 'canceled', after: 0 });
});

it('another try of the node is not made', async () => {
  control().queueFault({ kind: 'unavailable', status: 500, count: 99 });
  const node = { retryOnFail: true, maxTries: 5, waitBetweenTries: 1000 };
  expect(await cancelled(1, 'void', passById('p1'), { node })).toEqual({
    status: 'canceled',
    before: 1,
    after: 0,
  });
});
