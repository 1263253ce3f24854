/** What became of one item. */
export type ItemResult<T> =
  { state: 'done'; value: T } | { state: 'failed'; error: unknown } | { state: 'notStarted' };

export interface RunItemsOptions<T> {
  count: number;
  /** How many may be under way at once; asked anew before each start. */
  concurrency: () => number;
  /** Items that share a lane run one after another, in order; one without any runs freely. */
  concurrencyKeys: (index: number) => readonly string[];
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
  const { count, concurrency: width, run, stopOnFailure } = options;
  const results: ItemResult<T>[] = Array.from({ length: count }, () => ({ state: 'notStarted' }));
  const lanesOf = (index: number) => new Set(options.concurrencyKeys(index));
  /** Who is in a lane, in the order of the items: one that is the first of all its lanes may run. */
  const queues = new Map<string, number[]>();
  /** Items that have become the first of all their lanes. */
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
        enterLanes(index);
        if (isFirst(index)) return index;
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
          leaveLanes(index);
          startMore();
        });
    }

    /** Async, so that a throw before the first await is the item's as well. */
    async function runOne(index: number): Promise<T> {
      return await run(index);
    }

    /** All of them at once, so that no item waits for a later one. */
    function enterLanes(index: number): void {
      for (const lane of lanesOf(index)) {
        const queue = queues.get(lane);
        if (queue) queue.push(index);
        else queues.set(lane, [index]);
      }
    }

    function isFirst(index: number): boolean {
      return [...lanesOf(index)].every((lane) => queues.get(lane)?.[0] === index);
    }

    function leaveLanes(index: number): void {
      for (const lane of lanesOf(index)) {
        const queue = queues.get(lane);
        queue?.shift();
        const following = queue?.[0];
        if (following === undefined) queues.delete(lane);
        else if (isFirst(following)) freed.push(following);
      }
    }
  });
}
