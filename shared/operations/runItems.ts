/** What became of one item. */
export type ItemResult<T> =
  { state: 'done'; value: T } | { state: 'failed'; error: unknown } | { state: 'notStarted' };

export interface RunItemsOptions<T> {
  count: number;
  /** How many may be under way at once; asked anew before each start. */
  width: () => number;
  /** Items that share a lane run one after another, in order; `undefined` runs freely. */
  lane: (index: number) => string | undefined;
  run: (index: number) => Promise<T>;
  /** Whether to start no further item once one has failed. Those under way come to their end. */
  stopOnFailure: boolean;
}

/**
 * Runs many items: never more than `width` at once, strictly serial within a lane, parallel across
 * lanes. Never throws for an item.
 * @returns one result per item, in the order of the items
 */
export function runItems<T>(options: RunItemsOptions<T>): Promise<ItemResult<T>[]> {
  const { count, width, lane, run, stopOnFailure } = options;
  const results: ItemResult<T>[] = Array.from({ length: count }, () => ({ state: 'notStarted' }));
  /** Items that wait for their busy lane; a lane that is free has no entry. */
  const waiting = new Map<string, number[]>();
  /** Items whose lane has become free for them. */
  const freed: number[] = [];
  let next = 0;
  let underWay = 0;
  let stopped = false;

  return new Promise((resolve) => {
    startMore();

    function startMore(): void {
      while (!stopped && underWay < Math.max(1, width())) {
        const index = freed.shift() ?? nextFree();
        if (index === undefined) break;
        start(index);
      }
      if (underWay === 0) resolve(results);
    }

    function nextFree(): number | undefined {
      while (next < count) {
        const index = next;
        next += 1;
        const key = lane(index);
        if (key === undefined) return index;
        const queue = waiting.get(key);
        if (!queue) {
          waiting.set(key, []);
          return index;
        }
        queue.push(index);
      }
      return undefined;
    }

    function start(index: number): void {
      underWay += 1;
      void runOne(index)
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
          underWay -= 1;
          release(lane(index));
          startMore();
        });
    }

    /** Async, so that a throw before the first await is the item's as well. */
    async function runOne(index: number): Promise<T> {
      return await run(index);
    }

    function release(key: string | undefined): void {
      if (key === undefined) return;
      const following = waiting.get(key)?.shift();
      if (following === undefined) waiting.delete(key);
      else freed.push(following);
    }
  });
}
