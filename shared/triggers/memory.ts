import { marksIn, readBlocks, toBlocks, writeBlocks } from './blocks';
import type { Marked } from './blocks';
import { hash } from './hash';
import { LATE_BY } from './window';

/**
 * One short text, a mark, remembered for every pass of a template: whether a wallet held it, when it
 * expires. 100,000 passes with a yes or no each take about 35,000 characters, however long their IDs.
 */
export interface Memory {
  /** Passes created before this moment are not remembered yet, or no longer. */
  floor: number;
  /** `created` of the newest pass seen. */
  newest: number;
  /** Passes whose place in the order is settled: {@link writeBlocks}. */
  blocks: string;
  /** The newest passes, among which one may still show up late: marks by hash of the ID. */
  recent: Record<string, string>;
}

/** What a poll has read: every pass created at or after `from` and before `to`. */
export interface Range {
  from: number;
  to: number;
}

/** Passes that are remembered by ID at most; more of them count as settled earlier. */
const MOST_RECENT = 1000;

const NOTHING: Memory = { floor: Infinity, newest: 0, blocks: '', recent: {} };

/**
 * Narrows what was read to whole blocks: a block of which only a part was read cannot be compared.
 * The next poll goes on from the new `from`.
 */
export function wholeBlocks(memory: Memory | undefined, range: Range): Range {
  if (!memory || range.from <= memory.floor) return range;
  const blocks = readBlocks(memory.blocks);
  const cut = blocks.findIndex(({ until }) => until >= range.from);
  const begin = cut > 0 ? (blocks[cut - 1]?.until ?? 0) + 1 : memory.floor;
  const block = blocks[cut];
  return block && begin < range.from ? { ...range, from: block.until + 1 } : range;
}

/**
 * What is remembered of each pass: its mark, `''` for one that is new, `undefined` where nothing is
 * known (the first time, or the passes of a block are not the same as before).
 * @param passes everything in a range that {@link wholeBlocks} gave, oldest first (`byAge`)
 */
export function recall(
  memory: Memory | undefined,
  passes: readonly Marked[],
): (string | undefined)[] {
  if (!memory) return passes.map(() => undefined);
  const blocks = readBlocks(memory.blocks);
  const recalled: (string | undefined)[] = [];
  let next = 0;
  const take = (until: number): Marked[] => {
    const begin = next;
    while (next < passes.length && (passes[next]?.created ?? 0) <= until) next += 1;
    return passes.slice(begin, next);
  };
  recalled.push(...take(memory.floor - 1).map(() => undefined));
  for (const block of blocks) {
    const inside = take(block.until);
    if (inside.length === 0) continue;
    recalled.push(...(marksIn(block, inside) ?? inside.map(() => undefined)));
  }
  recalled.push(...take(Infinity).map(({ id }) => memory.recent[hash(id)] ?? ''));
  return recalled;
}

/**
 * The memory after a poll.
 * @param passes everything in `range`, oldest first (`byAge`), with the marks they have now
 */
export function remember(
  before: Memory | undefined,
  passes: readonly Marked[],
  range: Range,
): Memory {
  const memory = before ?? NOTHING;
  const blocks = readBlocks(memory.blocks);
  const below = blocks.filter(({ until }) => until < range.from);
  const above = blocks.filter(({ until }) => until >= range.to);
  const floor = Math.min(memory.floor, range.from);
  // Blocks leave no holes: above passes that were not read yet, all are remembered by ID.
  const isHole = floor < range.from && range.from > (below.at(-1)?.until ?? floor - 1) + 1;
  const newest = Math.max(memory.newest, passes.at(-1)?.created ?? 0);
  const kept = isHole || range.to < Infinity ? memory.recent : {};
  const settledUntil = isHole ? -Infinity : above.length > 0 ? Infinity : settled(newest, passes);
  const old = passes.filter(({ created }) => created <= settledUntil);
  return {
    floor,
    newest,
    blocks: isHole ? memory.blocks : writeBlocks([...below, ...toBlocks(old), ...above]),
    recent: { ...kept, ...byId(passes.slice(old.length)) },
  };
}

function byId(passes: readonly Marked[]): Record<string, string> {
  return Object.fromEntries(passes.map(({ id, mark }) => [hash(id), mark]));
}

/** `created` of the newest pass that none can show up before any more. */
function settled(newest: number, passes: readonly Marked[]): number {
  const overfull = passes.at(-1 - MOST_RECENT)?.created ?? -Infinity;
  return Math.max(newest - LATE_BY - 1, overfull);
}

/** Forgets whole blocks of passes created before a moment. */
export function forgetBefore(memory: Memory, moment: number): Memory {
  const blocks = readBlocks(memory.blocks);
  const kept = blocks.filter(({ until }) => until >= moment);
  const gone = blocks[blocks.length - kept.length - 1];
  return gone ? { ...memory, floor: gone.until + 1, blocks: writeBlocks(kept) } : memory;
}
