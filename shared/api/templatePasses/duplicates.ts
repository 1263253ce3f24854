/**
 * Which external IDs overlapping runs have issued twice. The service does not prevent it, so a run looks at its end,
 * and reports. It asks for no ID that the run has only looked up.
 */

import type { Clock } from '../../runtime/clock';
import { couldRead } from './listReader';
import type { TemplatePasses } from './templatePasses';

/** External IDs for which this run and another one have issued a pass. */
export interface Duplicates {
  found: Duplicate[];
  /** False if the passes could not be read, so that some may be missing. */
  isComplete: boolean;
}

interface Duplicate {
  templateId: string;
  externalId: string;
  /** When the first of its passes was issued, epoch ms. */
  created: number;
}

/** With a single external ID, a look for passes of other runs would make an event cost half as much again. */
const MIN_NAMED = 2;

const UNREADABLE: Duplicates = { found: [], isComplete: false };

/**
 * What overlapping runs have issued twice; `undefined` if nothing was noticed. Call it at the end of the run.
 * Costs a request or two if the run has issued a pass, and has several external IDs or has read the whole list.
 */
export async function lookForDuplicates(
  passes: TemplatePasses,
  clock: Clock,
): Promise<Duplicates | undefined> {
  if (passes.claims.issuedIds.length === 0) return undefined;
  if (await passes.list.isComplete()) return await refreshAndCompare(passes);
  if (passes.named.externalIdCount < MIN_NAMED) return undefined;
  return await readSinceRunStarted(passes, clock);
}

/** What several looks have noticed; `undefined` if none of them has. */
export function allDuplicates(looks: readonly (Duplicates | undefined)[]): Duplicates | undefined {
  const noticed = looks.filter((duplicates) => duplicates !== undefined);
  if (noticed.length === 0) return undefined;
  return {
    found: noticed.flatMap(({ found }) => found),
    isComplete: noticed.every(({ isComplete }) => isComplete),
  };
}

/** In a run that has read the whole list: its newest passes show whether there is anything to look for. */
async function refreshAndCompare(passes: TemplatePasses): Promise<Duplicates | undefined> {
  const { claims, list, reader } = passes;
  const isRefreshed = await claims.refresh();
  if (!claims.hasOtherRun) return undefined;
  const isRead = isRefreshed && (await couldRead(reader.readSince(list.completeUntil)));
  return isRead ? duplicatesIn(passes) : UNREADABLE;
}

/** In a run that has looked up its passes: reads what was issued during the run. */
async function readSinceRunStarted(
  passes: TemplatePasses,
  clock: Clock,
): Promise<Duplicates | undefined> {
  const { claims, reader, startedAtMs } = passes;
  const now = clock.now();
  const elapsedMs = Math.ceil(clock.monotonicMs() - startedAtMs);
  // The scan calls it with the time of the newest pass. The run, which took `elapsedMs`, ends after that pass was issued.
  // Of two clocks that differ, the earlier time counts.
  const since = (newest: number) => Math.min(newest, now) - elapsedMs;
  if (await couldRead(reader.readSince(since))) return duplicatesIn(passes);
  return claims.hasOtherRun ? UNREADABLE : undefined;
}

/** The external IDs with several passes, of those that this run has issued. */
function duplicatesIn({ templateId, named, claims }: TemplatePasses): Duplicates | undefined {
  const found = claims.issuedIds.flatMap((externalId): Duplicate[] => {
    const rows = named.rowsOf(externalId);
    if (rows.length < 2) return [];
    return [{ templateId, externalId, created: Math.min(...rows.map(({ created }) => created)) }];
  });
  return found.length > 0 ? { found, isComplete: true } : undefined;
}
