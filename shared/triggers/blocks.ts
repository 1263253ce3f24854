import { DIGITS, hash } from './hash';

/** A pass as a block sees it. */
export interface Marked {
  id: string;
  created: number;
  /** What is remembered of it: short text of {@link DIGITS}, or nothing. */
  mark: string;
}

/**
 * What is remembered of some neighbouring passes in the order of {@link byAge}. The passes themselves
 * are not in it: the service lists them again on every poll, so their order is enough, and a yes or
 * no takes one bit a pass. The digest tells whether they are still the same passes.
 */
export interface Block {
  /** `created` of its newest pass; the block begins behind the one before it. */
  until: number;
  /** Hash of the IDs. */
  digest: string;
  /** The different marks there are. */
  marks: string[];
  /** Which of them each pass has, packed; nothing where all have the same. */
  packed: string;
}

const LEAST = 128;
const DIGEST_DIGITS = 6;

/** Oldest first; IDs settle ties, because the service's own order of ties is not stated. */
export function byAge(a: Marked, b: Marked): number {
  return a.created - b.created || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

/** @param passes in the order of {@link byAge}; passes of one moment stay in one block */
export function toBlocks(passes: readonly Marked[]): Block[] {
  const blocks: Block[] = [];
  for (let begin = 0; begin < passes.length;) {
    let end = Math.min(begin + LEAST, passes.length);
    while (end < passes.length && passes[end]?.created === passes[end - 1]?.created) end += 1;
    blocks.push(toBlock(passes.slice(begin, end)));
    begin = end;
  }
  return blocks;
}

function toBlock(passes: readonly Marked[]): Block {
  const marks = [...new Set(passes.map(({ mark }) => mark))];
  const index = new Map(marks.map((mark, i) => [mark, i]));
  const width = widthFor(marks.length);
  return {
    until: passes.at(-1)?.created ?? 0,
    digest: digestOf(passes),
    marks,
    packed: pack(
      passes.map(({ mark }) => index.get(mark) ?? 0),
      width,
    ),
  };
}

/** The marks of the passes of a block; `undefined` where they are not the passes it was made of. */
export function marksIn(block: Block, passes: readonly Marked[]): string[] | undefined {
  if (digestOf(passes) !== block.digest) return undefined;
  const indexes = unpack(block.packed, widthFor(block.marks.length), passes.length);
  return indexes.map((i) => block.marks[i] ?? '');
}

function digestOf(passes: readonly Marked[]): string {
  return hash(passes.map(({ id }) => id).join('\n'), DIGEST_DIGITS);
}

/** Bits to tell this many marks apart. */
function widthFor(count: number): number {
  return Math.ceil(Math.log2(Math.max(count, 1)));
}

function pack(values: readonly number[], width: number): string {
  const bits = values.flatMap((value) =>
    Array.from({ length: width }, (_, i) => (value >>> (width - 1 - i)) & 1),
  );
  let text = '';
  for (let i = 0; i < bits.length; i += 6) {
    let digit = 0;
    for (let j = 0; j < 6; j += 1) digit = digit * 2 + (bits[i + j] ?? 0);
    text += DIGITS.charAt(digit);
  }
  return text;
}

function unpack(text: string, width: number, count: number): number[] {
  const bits = Array.from(text, (digit) => DIGITS.indexOf(digit)).flatMap((digit) =>
    [5, 4, 3, 2, 1, 0].map((shift) => (digit >>> shift) & 1),
  );
  return Array.from({ length: count }, (_, i) =>
    bits.slice(i * width, (i + 1) * width).reduce((value, bit) => value * 2 + bit, 0),
  );
}

/** Blocks as one text, for state. */
export function writeBlocks(blocks: readonly Block[]): string {
  return blocks
    .map(({ until, digest, marks, packed }) =>
      [until.toString(36), digest, marks.join(','), packed].join('.'),
    )
    .join(';');
}

export function readBlocks(text: string): Block[] {
  if (text === '') return [];
  return text.split(';').map((block) => {
    const [until = '', digest = '', marks = '', packed = ''] = block.split('.');
    return { until: parseInt(until, 36), digest, marks: marks.split(','), packed };
  });
}
