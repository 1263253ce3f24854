import { ServiceError } from '../errors/serviceError';
import { listPasses } from '../api/passes';
import { exceedsTimeLimit } from '../api/timeLimit';
import { scanPasses } from '../api/scanPasses';
import type { PassRow } from '../service/schemas';
import type { TriggerContext } from './trigger';

/** Which passes to read, and how many. */
export interface ReadLimits {
  /** Passes per request. */
  pageSize: number;
  /** Fail if there are more passes: a poll never skips any silently. */
  maxPasses: number;
  /** Epoch ms. Read only passes created at or after it. */
  createdSince?: number;
  /** Epoch ms. Read only passes created before it: an earlier poll has read the others. */
  startAfter?: number;
  /**
   * Request one pass more than the page size. Each page rereads the last pass of the previous one, so
   * without it N passes would take more than ceil(N / pageSize) requests.
   */
  oneMore?: boolean;
  /** Stop after this many passes without failing; for samples. */
  atMost?: number;
}

/** The passes that were read, and whether time ran out. */
export interface ReadResult {
  /** Newest first. */
  rows: PassRow[];
  /** Epoch ms. Set if time ran out: all requested passes created at or after it were read. */
  stoppedAt?: number;
}

/** Minimum rows per poll, so that a slow scan still progresses. */
const MIN_ROWS_PER_POLL = 256;

/**
 * Reads passes of a template, newest first and without duplicates, until the soft deadline of the poll.
 * @throws {ServiceError} `invalidInput` if there are more than `maxPasses`
 */
export async function readPassesWithLimits(
  { client, softDeadlineAt = Infinity }: TriggerContext,
  templateId: string,
  { maxPasses, oneMore, ...limits }: ReadLimits,
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
      const total = page.totalCount ?? 0;
      count ??= page.totalCount ?? undefined;
      if (isFullScan && limits.atMost === undefined && total > maxPasses)
        throw tooManyPasses(maxPasses);
      return page;
    },
    {
      ...limits,
      pageSize: limits.pageSize + (oneMore ? 1 : 0),
      untilEmpty: limits.startAfter !== undefined,
    },
  );
  for await (const page of pages) {
    rows.push(...page);
    if (rows.length > maxPasses) throw tooManyPasses(maxPasses);
    const last = rows.at(-1);
    if (last && rows.length >= MIN_ROWS_PER_POLL && client.clock.now() >= softDeadlineAt) {
      return { rows, stoppedAt: last.created };
    }
  }
  return { rows };
}

const READ_FEWER_HINT =
  "Raise 'Page Size' so that fewer requests are needed, or lower 'Look Back (Days)' if available.";

function tooManyPasses(maxPasses: number): ServiceError {
  return new ServiceError({
    kind: 'invalidInput',
    field: 'maxPasses',
    message: `There are more than ${maxPasses} passes to read, the limit set for this trigger`,
    hint: "Raise 'Maximum Passes to Scan', or lower 'Look Back (Days)' if available. No events were emitted and none are lost: the next poll starts where this one did.",
  });
}
