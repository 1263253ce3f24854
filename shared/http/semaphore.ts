/**
 * Bounds how much runs at the same time: what comes later waits in order.
 * @param limit how many may run at once; `Infinity` for any number
 * @returns runs `work` once there is room, and makes room again however it ends
 */
export function createSemaphore(limit: number) {
  let room = limit;
  const waiting: (() => void)[] = [];
  return async function run<T>(work: () => Promise<T>): Promise<T> {
    if (room > 0) room -= 1;
    else await new Promise<void>((start) => waiting.push(start));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else room += 1;
    }
  };
}
