import { ServiceError } from '../errors/serviceError';
import { listPasses } from '../api/passes';
import { exceedsTimeLimit } from '../api/timeLimit';
import { scanPasses } from '../api/scanPasses';
import type { PassRow } from '../service/schemas';
import type { Snapshot } from './snapshot';
import type { PollContext } from '../operations/context';

/** Which passes to read, and how many. */
export interface ReadLimits {
  /** Passes per request. */
  pageSize: number;
  /** Fail if there are more passes: a poll never skips any silently. Default: no limit. */
  maxPasses?: number;
  /** Epoch ms. Read only passes created at or after it. */
  createdSince?: number;
  /** Epoch ms. Read only passes created before it: an earlier poll has read the others. */
  startAfter?: number;
  /** Stop after this many passes without failing; for samples. */
  atMost?: number;
}

/** The passes that a poll has read, and whether time ran out. */
export interface ReadResult {
  /** Newest first. */
  rows: PassRow[];
  /** Epoch ms. Set if time ran out: all requested passes created at or after it were read. */
  resumeAt?: number;
}

/** Minimum rows per poll, so that a slow scan still progresses. */
const MIN_ROWS_PER_POLL = 256;

/**
 * Reads passes of a template, newest first and without duplicates, until the soft deadline of the poll.
 * @throws {ServiceError} `invalidInput` if there are more than `maxPasses`
 */
export async function readPassesWithLimits(
  { client, softDeadlineAt = Infinity }: PollContext,
  templateId: string,
  { maxPasses = Infinity, ...limits }: ReadLimits,
): Promise<ReadResult> {
  const isFullScan = limits.createdSince === undefined && limits.startAfter === undefined;
  const rows: PassRow[] = [];
  let count: number | undefined;
  const pages = scanPasses(
    async (query) => {
      const page = await listPasses(client, { templateId, ...query }).catch(
        exceedsTimeLimit(client, {
          nouns: 'passes',
          read: rows.length,
          total: count,
          hint: READ_FEWER_HINT,
        }),
      );
      count ??= page.totalCount ?? undefined;
      if (isFullScan && count !== undefined && count > maxPasses) throw tooManyPasses(maxPasses);
      return page;
    },
    { ...limits, untilEmpty: limits.startAfter !== undefined },
  );
  for await (const page of pages) {
    rows.push(...page);
    if (rows.length > maxPasses) throw tooManyPasses(maxPasses);
    const last = rows.at(-1);
    if (last && rows.length >= MIN_ROWS_PER_POLL && client.clock.now() >= softDeadlineAt) {
      return { rows, resumeAt: last.created };
    }
  }
  return { rows };
}

/**
 * Reads the next part of a scan: the older passes if the snapshot has an unfinished scan, or else the
 * newest. Reads as far back as the last scan did, even if `since` is later, so that a pass that has
 * just become too old is compared one last time.
 * @param since epoch ms; how far back to read if a scan starts now, 0 for all passes
 */
export function readScanPart(
  context: PollContext,
  templateId: string,
  limits: Pick<ReadLimits, 'pageSize' | 'maxPasses'>,
  snapshot: Snapshot | undefined,
  since: number,
): Promise<ReadResult> {
  const { scan, knownSince = Infinity } = snapshot ?? {};
  return readPassesWithLimits(context, templateId, {
    ...limits,
    createdSince: Math.min(scan?.since ?? since, knownSince) || undefined,
    startAfter: scan?.resumeAt,
  });
}

const READ_FEWER_HINT =
  "Raise 'Page Size' so that fewer requests are needed, or lower 'Look Back (Days)' if available.";

function tooManyPasses(maxPasses: number): ServiceError {
  return new ServiceError({
    kind: 'invalidInput',
    field: 'maxPasses',
    message: `There are more passes to read than the limit of this trigger: ${maxPasses}`,
    hint: "Raise 'Max Passes to Read', or lower 'Look Back (Days)' if available. No events were emitted and none are lost: the next poll starts where this one did.",
  });
}
