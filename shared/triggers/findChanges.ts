import type { PassRow } from '../service/schemas';
import type { ScanInputs } from './passInputs';
import { lookBackStart } from './timeWindows';
import { readPassesWithLimits } from './readPassesWithLimits';
import type { Change, Observed, Snapshot } from './snapshot';
import { compareToSnapshot, finishScan, pauseScan } from './snapshot';
import type { TriggerContext } from './trigger';

/** A pass whose fingerprint differs from the stored one. */
export type PassChange = Change<Observed & { row: PassRow }>;

/**
 * Reads the passes of a template and compares their fingerprints to the snapshot. The first time,
 * they are the baseline and nothing has changed. If the poll runs out of time, the next one continues
 * with older passes before it starts with the newest again.
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
  snapshot: Snapshot | undefined,
): Promise<{ found: PassChange[]; state: Snapshot }> {
  const now = context.client.clock.now();
  const oldest = lookBackStart(now, lookBackDays) ?? 0;
  const knownSince = snapshot?.knownSince ?? Infinity;
  // A pass that has just left the look-back period is compared one last time.
  const createdSince = Math.min(oldest, knownSince);
  const { rows, stoppedAt } = await readPassesWithLimits(context, templateId, {
    pageSize,
    maxPasses,
    createdSince: createdSince === 0 ? undefined : createdSince,
    startAfter: snapshot?.scan?.resumeAt,
    oneMore: true,
  });
  const observed = rows.map((row) => ({
    id: row.id,
    created: row.created,
    fingerprint: fingerprint(row),
    row,
  }));
  const comparison = compareToSnapshot(snapshot, observed);
  const state =
    stoppedAt === undefined
      ? finishScan(comparison, { knownSince: oldest, now })
      : pauseScan(comparison, {
          knownSince: Math.min(knownSince, stoppedAt),
          resumeAt: stoppedAt,
        });
  return { found: comparison.changes, state };
}
