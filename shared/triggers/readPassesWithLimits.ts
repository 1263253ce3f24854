import { ServiceError } from '../errors/serviceError';
import { passPages } from '../api/passes';
import { exceedsTimeLimit } from '../api/timeLimit';
import { scanPasses } from '../api/scanPasses';
import type { PassRow } from '../service/schemas';
import type { PollContext } from '../operations/context';
import { ANY_TIME } from './timeWindows';

/** Which passes to read, and how many. */
export interface ReadLimits {
  /** Passes per request. */
  pageSize: number;
  /** Fail if there are more passes: a poll never skips any silently. Default: no limit. */
  maxPasses?: number;
  /** Epoch ms. Read only passes created at or after it. Default: all. */
  createdSince?: number;
  /** Stop after this many passes without failing; for samples. */
  atMost?: number;
  /**
   * Where a trigger starts or is tested: without passes, read the template. The service may list an unknown template as
   * one without passes.
   */
  isStart?: boolean;
}

/**
 * Reads passes of a template, newest first and without duplicates.
 * @throws {ServiceError} `invalidInput` if there are more than `maxPasses`; `unavailable` if they cannot be read
 *   before the deadline of the poll; `notFound` if the template is unknown
 */
export async function readPassesWithLimits(
  { client, templates }: PollContext,
  templateId: string,
  { maxPasses = Infinity, isStart = false, ...limits }: ReadLimits,
): Promise<PassRow[]> {
  const { createdSince = ANY_TIME } = limits;
  const rows: PassRow[] = [];
  let count: number | undefined;
  const fetchPage = passPages(client, templateId);
  const pages = scanPasses(async (query) => {
    return await fetchPage(query).catch(
      exceedsTimeLimit(client, {
        nouns: 'passes',
        read: rows.length,
        total: count,
        hint: READ_FEWER_HINT,
      }),
    );
  }, limits);
  for await (const page of pages) {
    count = page.total;
    const atLeast = createdSince === ANY_TIME ? count : 0;
    for (const row of page.rows) rows.push(row);
    if (Math.max(rows.length, atLeast) > maxPasses) throw tooManyPasses(maxPasses);
  }
  if (isStart && rows.length === 0) await templates.assertExists(templateId);
  return rows;
}

const READ_FEWER_HINT =
  "Lower 'Look Back (Days)' if available, or raise 'Page Size', so that fewer requests are needed. To fail sooner, lower 'Max Passes to Read'.";

function tooManyPasses(maxPasses: number): ServiceError {
  return new ServiceError({
    kind: 'invalidInput',
    field: 'maxPasses',
    message: `There are more passes to read than the limit of this trigger: ${maxPasses}`,
    hint: "Raise 'Max Passes to Read', or lower 'Look Back (Days)' if available. No events were emitted and none are lost: the next poll starts where this one did.",
  });
}
