import type { PassRow } from '../service/schemas';
import type { ScanInputs } from './inputs';
import { lookBackTo } from './lookBack';
import { readPasses } from './readPasses';
import type { Change, Observed, Snapshot } from './snapshot';
import { afterScan, compare, duringScan } from './snapshot';
import type { TriggerContext } from './trigger';

/** A pass whose fingerprint is not what it was; `before` is `''` for a pass that is new. */
export type PassChange = Change<Observed & { row: PassRow }>;

/**
 * Reads the passes of a template, compares the fingerprint of each with the one it had, and remembers
 * it. The first time, everything is as it is: no change. Where the time is not enough, the next poll
 * continues with older passes before it begins with the newest ones again.
 */
export async function findChanges(
  context: TriggerContext,
  templateId: string,
  {
    pageSize,
    maxPasses,
    lookBackDays,
  }: Pick<ScanInputs, 'pageSize' | 'maxPasses' | 'lookBackDays'>,
  fingerprint: (row: PassRow) => string,
  before: Snapshot | undefined,
): Promise<{ found: PassChange[]; state: Snapshot }> {
  const now = context.client.clock.now();
  const oldest = lookBackTo(now, lookBackDays) ?? 0;
  const knownSince = before?.knownSince ?? Infinity;
  // A pass that leaves the look-back is compared once more.
  const createdSince = Math.min(oldest, knownSince);
  const { rows, stoppedAt } = await readPasses(context, templateId, {
    pageSize,
    maxPasses,
    createdSince: createdSince === 0 ? undefined : createdSince,
    startAfter: before?.scan?.resumeAt,
    oneMore: true,
  });
  const observed = rows.map((row) => ({
    id: row.id,
    created: row.created,
    fingerprint: fingerprint(row),
    row,
  }));
  const comparison = compare(before, observed);
  const state =
    stoppedAt === undefined
      ? afterScan(comparison, { knownSince: oldest, now })
      : duringScan(comparison, {
          knownSince: Math.min(knownSince, stoppedAt),
          resumeAt: stoppedAt,
        });
  return { found: comparison.changes, state };
}
