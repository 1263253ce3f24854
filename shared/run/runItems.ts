/** The outcome of one item. */
export type ItemResult<T> =
  { state: 'done'; value: T } | { state: 'failed'; error: unknown } | { state: 'notStarted' };

interface RunItemsOptions<I, T> {
  items: readonly I[];
  /** How many items may run at the same time. Less than one counts as one. */
  concurrency: number;
  /** Items that share a key run one after another, in order. An item without keys runs freely. */
  serialKeys: (item: I) => readonly string[];
  run: (item: I) => Promise<T>;
  /** Whether to start no further item after a failed one. Running items finish. */
  stopOnFailure: boolean;
}

/**
 * Runs many items: at most `concurrency` at once, serially per key. Never throws for an
 * item.
 * @returns one result per item, in the order of the items
 */
export function runItems<I, T>(options: RunItemsOptions<I, T>): Promise<ItemResult<T>[]> {
  const { items, concurrency, run, stopOnFailure } = options;
  const results = items.map((): ItemResult<T> => ({ state: 'notStarted' }));
  const serialKeys = (index: number) => new Set(options.serialKeys(items[index] as I));
  /** Per key, the waiting items in order; an item runs when it heads all its queues. */
  const queues = new Map<string, number[]>();
  /** Items that now head all their queues. */
  const ready: number[] = [];
  let next = 0;
  let running = 0;
  let stopped = false;

  return new Promise((resolve) => {
    startMore();

    function startMore(): void {
      while (!stopped && running < Math.max(1, concurrency)) {
        const index = ready.shift() ?? nextReady();
        if (index === undefined) break;
        start(index);
      }
      if (running === 0) resolve(results);
    }

    function nextReady(): number | undefined {
      while (next < items.length) {
        const index = next;
        next += 1;
        enqueue(index);
        if (headsAllQueues(index)) return index;
      }
      return undefined;
    }

    function start(index: number): void {
      running += 1;
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
          running -= 1;
          dequeue(index);
          startMore();
        });
    }

    /** Async, so that a synchronous throw fails the item, too. */
    async function runOne(index: number): Promise<T> {
      return await run(items[index] as I);
    }

    /** Joins all queues at once, so that no item waits for a later one. */
    function enqueue(index: number): void {
      for (const key of serialKeys(index)) {
        const queue = queues.get(key);
        if (queue) queue.push(index);
        else queues.set(key, [index]);
      }
    }

    function headsAllQueues(index: number): boolean {
      return [...serialKeys(index)].every((key) => queues.get(key)?.[0] === index);
    }

    function dequeue(index: number): void {
      for (const key of serialKeys(index)) {
        const queue = queues.get(key);
        queue?.shift();
        const head = queue?.[0];
        if (head === undefined) queues.delete(key);
        else if (headsAllQueues(head)) ready.push(head);
      }
    }
  });
}
