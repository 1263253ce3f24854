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
