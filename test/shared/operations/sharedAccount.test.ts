import fc from 'fast-check';

import { createClient } from '../../../shared/http/client';
import { SharedAccount } from '../../../shared/operations/sharedAccount';
import { TestClock } from '../../support/clock';

/** A run with a client of its own, and how long it waits for others. */
function aRun(clock: TestClock, maxWaitMs: number, signal?: AbortSignal) {
  return createClient({
    baseUrl: 'https://api.example.com',
    transport: () => Promise.reject(new Error('Nothing is sent')),
    clock,
    maxWaitMs: maxWaitMs,
    signal,
  });
}

const work = fc.record({
  keys: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', '__proto__'), { maxLength: 4 }),
  startsAfterMs: fc.integer({ min: 0, max: 30 }),
  takesMs: fc.integer({ min: 0, max: 20 }),
  maxWaitMs: fc.constantFrom(5, 1000),
  canceledAfterMs: fc.option(fc.integer({ min: 0, max: 40 })),
  fails: fc.boolean(),
});

test('The work of several runs is done one at a time per key, in turn, and always ends', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(work, { maxLength: 12 }), async (works) => {
      const clock = new TestClock();
      const account = new SharedAccount(clock);
      const running = new Set<string>();
      const ends = works.map(async (one) => {
        const stop = new AbortController();
        const client = aRun(clock, one.maxWaitMs, stop.signal);
        await clock.sleep(one.startsAfterMs);
        if (one.canceledAfterMs !== null) {
          void clock.sleep(one.canceledAfterMs).then(() => stop.abort());
        }
        const asked = clock.monotonicMs();
        return await account
          .oneAtATime(one.keys, client, async () => {
            for (const key of one.keys) {
              expect(running.has(key)).toBe(false);
              running.add(key);
            }
            await clock.sleep(one.takesMs);
            for (const key of one.keys) running.delete(key);
            if (one.fails) throw new Error('failed');
            return 'done';
          })
          .catch((thrown: unknown) => {
            const { message } = thrown as Error;
            const waitedMs = clock.monotonicMs() - asked;
            if (message.startsWith('Another execution')) {
              expect(waitedMs).toBe(one.maxWaitMs);
            }
            return message;
          });
      });
      const results = await Promise.all(ends);
      results.forEach((result, i) => {
        expect(result).toMatch(/^(done|failed|Another execution|The run was canceled)/);
        if (works[i]?.canceledAfterMs === null && works[i].maxWaitMs > 500) {
          expect(result).toBe(works[i].fails ? 'failed' : 'done');
        }
      });
      // Nobody is left in a queue.
      const all = ['a', 'b', 'c', '__proto__'];
      expect(await account.oneAtATime(all, aRun(clock, 0), async () => 'free')).toBe('free');
    }),
    { numRuns: 300 },
  );
});

const set = () => {
  const clock = new TestClock();
  const account = new SharedAccount(clock);
  const change = (key: string) =>
    account.oneAtATime([key], aRun(clock, 1000), () => Promise.resolve());
  return { clock, account, change };
};

test('A change is known to every run that began before it ended, also if it failed', async () => {
  const { clock, account } = set();
  await account.withOpenRun(async () => {
    const began = account.changeCount();
    const failing = account.oneAtATime(['a'], aRun(clock, 0), () =>
      account.withOpenRun(() => Promise.reject(new Error('failed'))),
    );
    expect(account.hasChangedSince('a', began)).toBe(false);
    await expect(failing).rejects.toThrow('failed');
    expect(account.hasChangedSince('a', began)).toBe(true);
    expect(account.hasChangedSince('b', began)).toBe(false);
    expect(account.hasChangedSince('a', account.changeCount())).toBe(false);
  });
});

test('A change is forgotten when no open run began before it, although one is always open', async () => {
  const { account, change } = set();
  let endFirst = () => {};
  const first = account.withOpenRun(() => new Promise<void>((end) => (endFirst = end)));
  await change('a');
  let endSecond = () => {};
  const second = account.withOpenRun(() => new Promise<void>((end) => (endSecond = end)));
  await change('b');
  expect(account.hasChangedSince('a', 0)).toBe(true);
  endFirst();
  await first;
  expect(account.hasChangedSince('a', 0)).toBe(false);
  expect(account.hasChangedSince('b', 0)).toBe(true);
  endSecond();
  await second;
  expect(account.hasChangedSince('b', 0)).toBe(false);
  expect(account.isNeeded()).toBe(false);
});
