import { type ServiceError, toResult } from '../errors/serviceError';
import { createSemaphore } from './semaphore';

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
