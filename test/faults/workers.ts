/** Runs mostly wait, so this many run in parallel, each with its own service. */
export const WORKERS = 8;

/** Works on all items in parallel. @param work receives the number of its worker, from 0 */
export async function withWorkers<T>(
  items: Iterator<T>,
  work: (item: T, worker: number) => Promise<void>,
): Promise<void> {
  const workers = Array.from({ length: WORKERS }, async (_, worker) => {
    for (let next = items.next(); !next.done; next = items.next()) await work(next.value, worker);
  });
  await Promise.all(workers);
}
