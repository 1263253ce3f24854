import { type ServiceError, toResult } from '../errors/serviceError';

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
 * What `read` returns for all entries, a few at a time.
 * @throws {ServiceError} the first failure. No more is started after it, and all that was started has ended
 */
export async function readEach<T, R>(
  entries: readonly T[],
  read: (entry: T) => Promise<R[]>,
): Promise<R[]> {
  const limited = createSemaphore(MAX_PARALLEL);
  let failure: ServiceError | undefined;
  const results = await Promise.all(
    entries.map((entry) =>
      limited(async () => {
        if (failure) return [];
        const result = await toResult(read(entry));
        failure ??= result.failure;
        return result.value ?? [];
      }),
    ),
  );
  if (failure) throw failure;
  return results.flat();
}
