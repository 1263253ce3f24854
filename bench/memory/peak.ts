import { GCProfiler, setFlagsFromString } from 'node:v8';

/**
 * What Node must be started with for `peakOf`. Marking or freeing beside the program would leave
 * what died meanwhile counted as alive; and code that is not used for a while would be let go.
 */
export const EXACT_COLLECTIONS = [
  '--expose-gc',
  '--no-incremental-marking',
  '--no-concurrent-array-buffer-sweeping',
  '--no-flush-bytecode',
];

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
 * Needs `EXACT_COLLECTIONS`.
 */
export async function peakOf<T>(work: () => Promise<T>): Promise<Peak & { result: T }> {
  setFlagsFromString('--gc-global');
  collectAfterConversions();
  const before = await alive();
  const profiler = new GCProfiler();
  profiler.start();
  const result = await work();
  const held = (await alive()) - before;
  const { statistics } = profiler.stop();
  const peaks = statistics.map(
    ({ afterGC: { heapStatistics: heap } }) => heap.usedHeapSize + heap.externalMemory,
  );
  return { result, held, peak: Math.max(...peaks, before + held) - before };
}

/** Bytes or characters from which a buffer or string is large. */
const LARGE = 1_000_000;

/**
 * What a large buffer or string takes is outside the heap, which sets off no collection by itself:
 * so garbage is collected whenever one is turned into another, while both are still there.
 */
function collectAfterConversions(): void {
  const wrap = <K extends string>(
    owner: Record<K, (...given: never[]) => { length: number }>,
    name: K,
  ) => {
    const convert = owner[name];
    owner[name] = function (this: unknown, ...given) {
      const made = convert.apply(this, given);
      if (made.length >= LARGE) global.gc?.();
      return made;
    };
  };
  wrap(Buffer, 'concat');
  wrap(Buffer, 'from');
  wrap(Buffer.prototype as Buffer, 'toString');
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
