import { ServiceError } from '../errors/serviceError';
import { listPasses } from '../api/passes';
import { exceedsTimeLimit } from '../api/timeLimit';
import { scanPasses } from '../api/scanPasses';
import type { PassRow } from '../service/schemas';
import type { TriggerContext } from './trigger';

export interface Reading {
  pageSize: number;
  /** More than this is refused: a poll never leaves out passes without a word. */
  maxPasses: number;
  createdSince?: number;
  /** Begin behind this `created`, as an earlier poll left off. */
  startAfter?: number;
  /**
   * Ask for one more than the page: the last pass of a full page must be read again, and a scan of N
   * passes would not end in ceil(N / page) requests.
   */
  oneMore?: boolean;
  /** Stop at this many without a word: for samples, where not all are wanted. */
  atMost?: number;
}

export interface ReadPasses {
  /** Newest first. */
  rows: PassRow[];
  /** Set where the time ran out: of what was asked for, everything created at or after this was read. */
  stoppedAt?: number;
}

/** However little time there is, a poll reads this much: else it would never come to an end. */
const LEAST_PROGRESS = 256;

/**
 * Reads passes of a template, newest first, each once, until the time for this poll is used up.
 * @throws {ServiceError} `invalidInput` where there are more than `maxPasses`
 */
export async function readPasses(
  { client, stopAt = Infinity }: TriggerContext,
  templateId: string,
  { maxPasses, oneMore, ...reading }: Reading,
): Promise<ReadPasses> {
  const isWhole = reading.createdSince === undefined && reading.startAfter === undefined;
  const rows: PassRow[] = [];
  let count: number | undefined;
  const pages = scanPasses(
    async (query) => {
      const page = await listPasses(client, { templateId, ...query }).catch(
        exceedsTimeLimit(client, {
          nouns: 'passes',
          read: rows.length,
          total: count,
          hint: READ_LESS,
        }),
      );
      const total = page.totalCount ?? 0;
      count ??= page.totalCount ?? undefined;
      if (isWhole && reading.atMost === undefined && total > maxPasses) throw tooMany(maxPasses);
      return page;
    },
    {
      ...reading,
      pageSize: reading.pageSize + (oneMore ? 1 : 0),
      untilEmpty: reading.startAfter !== undefined,
    },
  );
  for await (const page of pages) {
    rows.push(...page);
    if (rows.length > maxPasses) throw tooMany(maxPasses);
    const last = rows.at(-1);
    if (last && rows.length >= LEAST_PROGRESS && client.clock.now() >= stopAt) {
      return { rows, stoppedAt: last.created };
    }
  }
  return { rows };
}

const READ_LESS =
  "Raise 'Page Size' so that fewer requests are needed, or lower 'Look Back (Days)' where there is one.";

function tooMany(maxPasses: number): ServiceError {
  return new ServiceError({
    kind: 'invalidInput',
    field: 'maxPasses',
    message: `There are more than ${maxPasses} passes to read, the limit set for this trigger`,
    hint: "Raise 'Maximum Passes to Scan', or lower 'Look Back (Days)' where there is one. No events were emitted and none are lost: the next poll begins where this one did.",
  });
}
