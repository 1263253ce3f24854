import type { Clock } from '../../runtime/clock';
import type { Claims } from './claims';
import { type PassList, unreadable } from './passList';

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

/** What several looks have noticed; `undefined` if none of them has. */
export function allDuplicates(looks: readonly (Duplicates | undefined)[]): Duplicates | undefined {
  const noticed = looks.filter((duplicates) => duplicates !== undefined);
  if (noticed.length === 0) return undefined;
  return {
    found: noticed.flatMap(({ found }) => found),
    isComplete: noticed.every(({ isComplete }) => isComplete),
  };
}

/** A run on one template. */
interface RunOnTemplate {
  templateId: string;
  list: PassList;
  claims: Claims;
  /** When it began, ms of the monotonic clock. */
  startedAtMs: number;
}

/**
 * What overlapping runs have issued twice; `undefined` if nothing was noticed. Call it at the end of the run.
 * Costs a request or two if the run has several external IDs and has issued a pass.
 */
export async function lookForDuplicates(
  { templateId, list, claims, startedAtMs }: RunOnTemplate,
  clock: Clock,
): Promise<Duplicates | undefined> {
  const { own } = claims;
  if (own.length === 0) return undefined;
  const isWhole = await list.isWhole();
  if (isWhole) {
    const isRead = await claims.refresh();
    if (!claims.hasOtherRun) return undefined;
    if (!isRead) return { found: [], isComplete: false };
  } else if (list.namedIds < MIN_NAMED) {
    return undefined;
  }
  const now = clock.now();
  const elapsedMs = Math.ceil(clock.monotonicMs() - startedAtMs);
  // The run ended after the newest pass was issued, so it started after this. Clocks may differ.
  const since = isWhole ? list.wholeUntil : (newest: number) => Math.min(newest, now) - elapsedMs;
  if (!(await list.readSince(since).catch(unreadable))) {
    return claims.hasOtherRun ? { found: [], isComplete: false } : undefined;
  }
  const found = own.flatMap((externalId): Duplicate[] => {
    const rows = [...list.rowsOf(externalId).values()];
    if (rows.length < 2) return [];
    return [{ templateId, externalId, created: Math.min(...rows.map(({ created }) => created)) }];
  });
  return found.length > 0 ? { found, isComplete: true } : undefined;
}
