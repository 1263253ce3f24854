import { KeyedQueue } from '../runtime/keyedQueue';

/** The outcome of one item. */
export type ItemResult<T> =
  { state: 'done'; value: T } | { state: 'failed'; error: unknown } | { state: 'notStarted' };

interface RunItemsOptions<I, T> {
  items: readonly I[];
  /** How many items may run at the same time, at least one. */
  concurrency: number;
  /** Items that share a key run one after another, in order. An item without keys never waits for another item. */
  lockKeys: (item: I) => readonly string[];
  run: (item: I) => Promise<T>;
  /** Whether to start no further item after a failed one. Running items finish. */
  stopOnFailure: boolean;
}

/**
 * Runs at most `concurrency` items at the same time, and items with the same key one after another. Never throws for an
 * item.
 * @returns one result per item, in the order of the items
 */
export function runItems<I, T>(options: RunItemsOptions<I, T>): Promise<ItemResult<T>[]> {
  const { items, concurrency, run, stopOnFailure, lockKeys } = options;
  const results = items.map((): ItemResult<T> => ({ state: 'notStarted' }));
  const queue = new KeyedQueue<{ index: number; keys: readonly string[] }>();
  /** Items that have their turn, and have not started. */
  const ready: { index: number; keys: readonly string[] }[] = [];
  let next = 0;
  let running = 0;
  let stopped = false;

  return new Promise((resolve) => {
    startMore();

    function startMore(): void {
      while (!stopped && running < Math.max(1, concurrency)) {
        const entry = ready.shift() ?? nextReady();
        if (!entry) break;
        start(entry);
      }
      if (running === 0) resolve(results);
    }

    function nextReady() {
      while (next < items.length) {
        const entry = { index: next, keys: lockKeys(items[next] as I) };
        next += 1;
        if (queue.join(entry)) return entry;
      }
      return undefined;
    }

    function start(entry: (typeof ready)[number]): void {
      const { index } = entry;
      running += 1;
      void runTask(index)
        .then(
          (value) => {
            results[index] = { state: 'done', value };
          },
          (error: unknown) => {
            results[index] = { state: 'failed', error };
            if (stopOnFailure) stopped = true;
          },
        )
        .then(() => {
          running -= 1;
          for (const freed of queue.leave(entry)) ready.push(freed);
          startMore();
        });
    }

    /** Async, so that a synchronous error also fails the item. */
    async function runTask(index: number): Promise<T> {
      return await run(items[index] as I);
    }
  });
}
