/** Runs mostly wait; so many of them wait side by side, each with a service of its own. */
export const LANES = 8;

/** Works on all items, side by side. @param work is told the lane it is in, from 0 */
export async function inLanes<T>(
  items: Iterator<T>,
  work: (item: T, lane: number) => Promise<void>,
): Promise<void> {
  const lanes = Array.from({ length: LANES }, async (_, lane) => {
    for (let next = items.next(); !next.done; next = items.next()) await work(next.value, lane);
  });
  await Promise.all(lanes);
}
