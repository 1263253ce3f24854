import { GCProfiler, setFlagsFromString } from 'node:v8';

/**
 * Node flags that `peakMemoryOf` needs. Concurrent marking or sweeping would count objects as live that
 * have become garbage meanwhile, and bytecode flushing would free unused code.
 */
export const EXACT_GC_FLAGS = [
  '--expose-gc',
  '--no-incremental-marking',
  '--no-concurrent-array-buffer-sweeping',
  '--no-flush-bytecode',
];

/** Live memory in bytes: JavaScript's heap and external memory (buffers). */
interface PeakMemory {
  /** Highest live memory at any time, above that before `work`. */
  peak: number;
  /** Live memory after `work`, above that before it, with its result still referenced. */
  held: number;
}

/**
 * Runs `work` and returns its peak of live memory. Every garbage collection is a full one, and V8 reports
 * the live memory after each, also during synchronous work: garbage does not count, and no timer has to
 * hit the right moment. Needs `EXACT_GC_FLAGS`.
 */
export async function peakMemoryOf<T>(work: () => Promise<T>): Promise<PeakMemory & { result: T }> {
  setFlagsFromString('--gc-global');
  collectAfterConversions();
  const before = await liveBytes();
  const profiler = new GCProfiler();
  profiler.start();
  const result = await work();
  const held = (await liveBytes()) - before;
  const { statistics } = profiler.stop();
  const peaks = statistics.map(
    ({ afterGC: { heapStatistics: heap } }) => heap.usedHeapSize + heap.externalMemory,
  );
  return { result, held, peak: Math.max(...peaks, before + held) - before };
}

/** Bytes or characters from which a buffer or string is large. */
const LARGE_SIZE = 1_000_000;

/**
 * Large buffers and strings are outside the heap and trigger no collection. So garbage is collected after
 * each conversion between them, while both are still live.
 */
function collectAfterConversions(): void {
  const wrap = <K extends string>(
    owner: Record<K, (...given: never[]) => { length: number }>,
    name: K,
  ) => {
    const convert = owner[name];
    owner[name] = function (this: unknown, ...given) {
      const made = convert.apply(this, given);
      if (made.length >= LARGE_SIZE) global.gc?.();
      return made;
    };
  };
  wrap(Buffer, 'concat');
  wrap(Buffer, 'from');
  wrap(Buffer.prototype as Buffer, 'toString');
}

/** If a collection frees less than this, only live memory is left, bytes. */
const SETTLED_BYTES = 20_000;

/**
 * Live memory, bytes. A collection frees the buffers of objects that the previous one has freed, so it is
 * repeated until no more memory is freed.
 */
async function liveBytes(): Promise<number> {
  if (!global.gc) throw new Error('Start this with --expose-gc');
  let before = Infinity;
  for (let times = 0; times < 20; times += 1) {
    global.gc();
    await new Promise((resolve) => setImmediate(resolve));
    const { heapUsed, external } = process.memoryUsage();
    const now = heapUsed + external;
    if (times >= 2 && before - now < SETTLED_BYTES) return now;
    before = now;
  }
  return before;
}
