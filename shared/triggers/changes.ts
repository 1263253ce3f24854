import type { PassRow } from '../service/schemas';
import { byAge } from './blocks';
import type { Marked } from './blocks';
import type { ScanInputs } from './inputs';
import type { Memory } from './memory';
import { forgetBefore, recall, remember, wholeBlocks } from './memory';
import { readPasses } from './readPasses';
import { lookBackTo } from './recent';
import type { TriggerContext } from './trigger';

/** State of a trigger that compares every pass with what it was at the last poll. */
export interface Compared {
  memory: Memory;
  /** Where the time ran out: the next poll goes on with passes created before this. */
  resumeAt?: number;
}

/** A pass whose mark is not what it was; `before` is `''` for a pass that is new. */
export interface Change {
  row: PassRow;
  before: string;
  now: string;
}

/**
 * Looks through the passes of a template, compares the mark of each with the one it had, and
 * remembers it. The first time, everything is as it is: no change. Where the time is not enough,
 * the next poll goes on with older passes before it begins with the newest ones again.
 */
export async function changes(
  context: TriggerContext,
  templateId: string,
  {
    pageSize,
    maxPasses,
    lookBackDays,
  }: Pick<ScanInputs, 'pageSize' | 'maxPasses' | 'lookBackDays'>,
  markOf: (row: PassRow) => string,
  before: Compared | undefined,
): Promise<{ found: Change[]; state: Compared }> {
  const memory = before?.memory;
  const startAfter = before?.resumeAt;
  const oldest = lookBackTo(context.client.ports.now(), lookBackDays);
  // What is remembered is compared once more before it is forgotten.
  const createdSince = oldest === undefined ? undefined : Math.min(oldest, memory?.floor ?? oldest);
  const { rows, stoppedAt } = await readPasses(context, templateId, {
    pageSize,
    maxPasses,
    createdSince,
    startAfter,
    oneMore: true,
  });
  const range = wholeBlocks(memory, {
    from: stoppedAt ?? createdSince ?? 0,
    to: startAfter ?? Infinity,
  });
  const read = rows
    .filter(({ created }) => created >= range.from)
    .map((row) => ({ id: row.id, created: row.created, mark: markOf(row), row }))
    .sort(byAge);
  const known = recall(memory, read);
  const after = remember(memory, read, range);
  return {
    found: changed(read, known),
    state: {
      memory: oldest === undefined ? after : forgetBefore(after, oldest),
      ...(stoppedAt === undefined ? {} : { resumeAt: range.from }),
    },
  };
}

function changed(
  read: readonly (Marked & { row: PassRow })[],
  known: readonly (string | undefined)[],
): Change[] {
  return read.flatMap(({ row, mark }, i) => {
    const before = known[i];
    return before === undefined || before === mark ? [] : [{ row, before, now: mark }];
  });
}
