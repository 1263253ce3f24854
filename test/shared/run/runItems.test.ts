import fc from 'fast-check';

import { runItems } from '../../../shared/run/runItems';

const KEYS = ['a', 'b', 'c', '__proto__'] as const;

const items = fc.array(
  fc.record({
    /** Entries may repeat. */
    keys: fc.array(fc.constantFrom(...KEYS), { maxLength: 3 }),
    /** Number of event loop turns that it takes. */
    turns: fc.integer({ min: 0, max: 4 }),
    fails: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
  }),
  { maxLength: 40 },
);
const concurrencies = fc.integer({ min: -1, max: 8 });

async function turns(count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) await new Promise((resolve) => setImmediate(resolve));
}

test('Items run within the concurrency, in order within a key, with results in order', async () => {
  await fc.assert(
    fc.asyncProperty(items, concurrencies, async (entries, concurrency) => {
      const running = new Set<number>();
      const started: number[] = [];
      const results = await runItems({
        items: [...entries.keys()],
        concurrency,
        lockKeys: (index) => entries[index]?.keys ?? [],
        stopOnFailure: false,
        run: async (index) => {
          const keys = entries[index]?.keys ?? [];
          expect(running.size).toBeLessThan(Math.max(1, concurrency));
          for (const other of running) {
            expect(entries[other]?.keys.some((key) => keys.includes(key))).toBe(false);
          }
          running.add(index);
          started.push(index);
          await turns(entries[index]?.turns ?? 0);
          running.delete(index);
          if (entries[index]?.fails) throw new Error(`item ${index}`);
          return index;
        },
      });
      expect(results.map((result) => result.state)).toEqual(
        entries.map(({ fails }) => (fails ? 'failed' : 'done')),
      );
      results.forEach((result, index) => {
        if (result.state === 'done') expect(result.value).toBe(index);
      });
      for (const key of KEYS) {
        const withKey = started.filter((index) => entries[index]?.keys.includes(key));
        expect(withKey).toEqual([...withKey].sort((a, b) => a - b));
      }
      expect([...started].sort((a, b) => a - b)).toEqual(entries.map((_, i) => i));
    }),
    { numRuns: 200 },
  );
});

test('Items do not start after a failure that stops the run, and those in progress finish', async () => {
  await fc.assert(
    fc.asyncProperty(items, concurrencies, async (entries, concurrency) => {
      let failed = false;
      const results = await runItems({
        items: [...entries.keys()],
        concurrency,
        lockKeys: (index) => entries[index]?.keys ?? [],
        stopOnFailure: true,
        run: async (index) => {
          expect(failed).toBe(false);
          await turns(entries[index]?.turns ?? 0);
          if (!entries[index]?.fails) return;
          failed = true;
          throw new Error('stop');
        },
      });
      expect(results).toHaveLength(entries.length);
      if (!entries.some(({ fails }) => fails)) {
        expect(results.every(({ state }) => state === 'done')).toBe(true);
      }
    }),
  );
});

test('Items of a busy key do not delay the others', async () => {
  const order: number[] = [];
  await runItems({
    items: [...Array(6).keys()],
    concurrency: 2,
    lockKeys: (index) => (index < 4 ? ['busy'] : []),
    stopOnFailure: false,
    run: async (index) => {
      order.push(index);
      await turns(index < 4 ? 5 : 1);
    },
  });
  expect(order.slice(0, 3)).toEqual([0, 4, 5]);
});

test('An error before the first await fails the item, not the run', async () => {
  const results = await runItems({
    items: [0, 1],
    concurrency: 1,
    lockKeys: () => [],
    stopOnFailure: false,
    run: (index) => {
      if (index === 0) throw new Error('at once');
      return Promise.resolve(index);
    },
  });
  expect(results).toMatchObject([{ state: 'failed' }, { state: 'done', value: 1 }]);
});
