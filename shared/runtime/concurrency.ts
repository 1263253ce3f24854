/** Limits how much work runs at the same time. */

/**
 * Bounds concurrency; waiting work starts in order.
 * @param limit how many may run at the same time; `Infinity` for no limit
 * @returns runs `work` when there is a free slot and always releases the slot
 */
export function createSemaphore(limit: number) {
  let freeSlots = limit;
  const waiting: (() => void)[] = [];
  return async function run<T>(work: () => Promise<T>): Promise<T> {
    if (freeSlots > 0) freeSlots -= 1;
    else await new Promise<void>((start) => waiting.push(start));
    try {
      return await work();
    } finally {
      const startNext = waiting.shift();
      if (startNext) startNext();
      else freeSlots += 1;
    }
  };
}

/** Not every platform limits the requests of a run. */
const MAX_PARALLEL = 10;

/**
 * Calls `read` for all entries, a few at a time, and returns the results.
 * @throws the error of a failed call. Then no further call is started, and all started calls have ended
 */
export async function readEach<T, R>(
  entries: readonly T[],
  read: (entry: T) => Promise<R[]>,
): Promise<R[]> {
  const limited = createSemaphore(MAX_PARALLEL);
  let hasFailed = false;
  const readings = entries.map((entry) =>
    limited(async () => {
      if (hasFailed) return [];
      return await read(entry).catch((thrown: unknown) => {
        hasFailed = true;
        throw thrown;
      });
    }),
  );
  await Promise.allSettled(readings);
  return (await Promise.all(readings)).flat();
}
