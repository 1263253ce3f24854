import { GCProfiler, setFlagsFromString } from 'node:v8';

/** Live memory in bytes: JavaScript's heap, and what it holds outside of it (buffers). */
export interface Peak {
  /** Most that was alive at any time above what was alive before. */
  peak: number;
  /** What is alive above it in the end, with the result still held. */
  held: number;
}

/**
 * Runs `work` and finds the most memory that was alive while it ran, above what was alive before.
 * Every collection of garbage is made a full one and V8 says what each has left, also those in the
 * middle of synchronous work; so garbage does not count, and no timer has to hit the right moment.
 * Needs `--expose-gc`.
 */
export async function peakOf<T>(work: () => Promise<T>): Promise<Peak & { result: T }> {
  setFlagsFromString('--gc-global');
  const before = await alive();
  const profiler = new GCProfiler();
  profiler.start();
  const result = await work();
  const held = (await alive()) - before;
  const { statistics } = profiler.stop();
  // Buffers found dead are freed beside the program: only the next collection's count is without them.
  const peaks = statistics.map(({ afterGC: { heapStatistics: heap } }, i) => {
    const next = statistics[i + 1]?.afterGC.heapStatistics ?? heap;
    return heap.usedHeapSize + Math.min(heap.externalMemory, next.externalMemory);
  });
  return { result, held, peak: Math.max(...peaks, before + held) - before };
}

/** A collection that frees no more than this has left what is alive, bytes. */
const SETTLED = 20_000;

/**
 * What is alive now. A collection frees buffers whose owner the one before has found dead: so it is
 * repeated until nothing more goes.
 */
async function alive(): Promise<number> {
  if (!global.gc) throw new Error('Start this with --expose-gc');
  let before = Infinity;
  for (let times = 0; times < 20; times += 1) {
    global.gc();
    await new Promise((resolve) => setImmediate(resolve));
    const { heapUsed, external } = process.memoryUsage();
    const now = heapUsed + external;
    if (times >= 2 && before - now < SETTLED) return now;
    before = now;
  }
  return before;
}
