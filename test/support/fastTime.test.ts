import { readFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import { useFastTime } from './fastTime';

const MINUTE = 60_000;
const realNow = Date.now;

useFastTime();

const clocks = () => [Date.now(), performance.now()] as const;
const since = (began: readonly [number, number]) => clocks().map((now, i) => now - (began[i] ?? 0));

it.each([
  ['setTimeout', () => new Promise((resolve) => setTimeout(resolve, MINUTE))],
  ['a promised timer', () => delay(MINUTE)],
  [
    'AbortSignal.timeout',
    () => new Promise((resolve) => AbortSignal.timeout(MINUTE).addEventListener('abort', resolve)),
  ],
])('%s takes a minute by both clocks, and little of the time outside', async (_name, wait) => {
  const began = clocks();
  const really = realNow();
  await wait();
  for (const ms of since(began)) expect(Math.round(ms)).toBe(MINUTE);
  // One time step per idle moment: a minute has 300 of them.
  expect(realNow() - really).toBeLessThan(MINUTE / 2);
});

it('stops while the process works', async () => {
  const timeout = AbortSignal.timeout(10_000);
  const began = clocks();
  const really = realNow();
  while (realNow() - really < 100) await readFile(__filename);
  expect(timeout.aborted).toBe(false);
  expect(Math.max(...since(began))).toBeLessThan(10_000);
});

it('fires timers in the order of their times, each at its own', async () => {
  const began = Date.now();
  const fired: number[] = [];
  await Promise.all(
    [3000, 10, 2000, 0.5].map(async (ms) => {
      await delay(ms);
      fired.push(Date.now() - began);
    }),
  );
  expect(fired).toEqual([1, 10, 2000, 3000]);
});

it('a cleared timer does not fire', async () => {
  const work = jest.fn();
  clearTimeout(setTimeout(work, 100));
  await delay(200);
  expect(work).not.toHaveBeenCalled();
});

it('a request times out on the fast clock', async () => {
  const server = createServer(() => {});
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const began = Date.now();
  await new Promise<void>((resolve) => {
    const call = request({ port, host: '127.0.0.1' });
    call.on('error', () => resolve());
    call.setTimeout(30_000, () => call.destroy());
    call.end();
  });
  // Idle for the whole timeout, counted from the last byte: at most twice that from the start.
  expect(Date.now() - began).toBeGreaterThanOrEqual(30_000);
  expect(Date.now() - began).toBeLessThanOrEqual(60_000);
  server.closeAllConnections();
  server.close();
});
