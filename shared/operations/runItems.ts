/** What became of one item. */
export type ItemResult<T> =
  { state: 'done'; value: T } | { state: 'failed'; error: unknown } | { state: 'notStarted' };

export interface RunItemsOptions<T> {
  count: number;
  /** How many may be under way at once; asked anew before each start. */
  width: () => number;
  /** Items that share a lane run one after another, in order; one without any runs freely. */
  lanes: (index: number) => readonly string[];
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
  const { count, width, run, stopOnFailure } = options;
  const results: ItemResult<T>[] = Array.from({ length: count }, () => ({ state: 'notStarted' }));
  const lanesOf = (index: number) => new Set(options.lanes(index));
  /** Items that wait for a busy lane; a lane that is free has no entry. */
  const waiting = new Map<string, number[]>();
  /** For how many lanes an item still waits. Those that are its own already stay so meanwhile. */
  const busy = new Map<number, number>();
  /** Items whose lanes have all become free for them. */
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
        for (const lane of lanesOf(index)) enter(lane, index);
        if (!busy.has(index)) return index;
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
          for (const lane of lanesOf(index)) leave(lane);
          startMore();
        });
    }

    /** Async, so that a throw before the first await is the item's as well. */
    async function runOne(index: number): Promise<T> {
      return await run(index);
    }

    /** In the order of the items, each for all of its lanes at once: so none waits for a later one. */
    function enter(lane: string, index: number): void {
      const queue = waiting.get(lane);
      if (!queue) {
        waiting.set(lane, []);
        return;
      }
      queue.push(index);
      busy.set(index, (busy.get(index) ?? 0) + 1);
    }

    function leave(lane: string): void {
      const following = waiting.get(lane)?.shift();
      if (following === undefined) {
        waiting.delete(lane);
        return;
      }
      const still = (busy.get(following) ?? 1) - 1;
      if (still > 0) {
        busy.set(following, still);
        return;
      }
      busy.delete(following);
      freed.push(following);
    }
  });
}
