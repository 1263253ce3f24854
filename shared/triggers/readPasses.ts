/** Reads the passes of the watched templates. */

import { passPages } from '../api/passLists';
import { PAGE_SIZE, type ScanOptions, scanPasses } from '../api/scanPasses';
import { exceedsTimeLimit } from '../api/listBounds';
import { ServiceError, isServiceError } from '../errors/serviceError';
import type { PollContext } from '../operations/context';
import { ownValue } from '../runtime/records';
import type { PassRow } from '../service/schemas';
import { type PassInputs, scanInputs } from './passInputs';

/** Limits on the passes to read. */
interface ReadLimits extends Pick<ScanOptions, 'atMost' | 'createdSince'> {
  pageSize: number | undefined;
  /** Fail if there are more passes, because a poll never skips passes silently. Default: no limit. */
  maxPasses?: number;
  /**
   * Whether to read the template if no pass is found, when a trigger starts or is tested: the service may list
   * an unknown template as a template without passes.
   */
  assertTemplateIfEmpty: boolean;
}

/**
 * Reads passes of a template, newest first and without duplicates.
 * @throws {ServiceError} `invalidInput` if there are more than `maxPasses`; `unavailable` if they cannot be read
 *   before the deadline of the poll; `notFound` if the template is unknown
 */
export async function readPasses(
  { client, templates }: PollContext,
  templateId: string,
  { pageSize = PAGE_SIZE, maxPasses = Infinity, assertTemplateIfEmpty, ...limits }: ReadLimits,
): Promise<PassRow[]> {
  const rows: PassRow[] = [];
  let count: number | undefined;
  const fetchPage = passPages(client, templateId);
  const pages = scanPasses(
    async (query) => {
      const progress = { nouns: 'passes', read: rows.length, total: count, fix: READ_FEWER_FIX };
      return await fetchPage(query).catch(exceedsTimeLimit(client, progress));
    },
    { ...limits, pageSize },
  );
  for await (const page of pages) {
    count = page.total;
    for (const row of page.rows) rows.push(row);
    const areAllWanted = limits.createdSince === undefined;
    if (Math.max(rows.length, areAllWanted ? count : 0) > maxPasses) throw tooManyPasses(maxPasses);
  }
  if (assertTemplateIfEmpty && rows.length === 0) await templates.assertExists(templateId);
  return rows;
}

const READ_FEWER_FIX =
  "Lower 'Look Back (Days)' or raise 'Page Size' if available, so that fewer requests are needed. To fail sooner, lower 'Max Passes to Read'.";

function tooManyPasses(maxPasses: number): ServiceError {
  return new ServiceError({
    kind: 'invalidInput',
    field: 'maxPasses',
    message: `There are more passes to read than the limit of this trigger: ${maxPasses}`,
    fix: "Raise 'Max Passes to Read', or lower 'Look Back (Days)' if available. No events were emitted and none are lost: the next poll starts where this one did.",
  });
}

type TemplateInputs = Pick<PassInputs, 'templateId' | 'moreTemplateIds'>;

/** The ID of every watched template, without duplicates. */
export function watchedTemplateIds({ templateId, moreTemplateIds = [] }: TemplateInputs): string[] {
  return [...new Set([templateId, ...moreTemplateIds])];
}

/**
 * Polls every watched template; the state is by template ID. A template that is added later starts with a baseline, and
 * the state of a removed template is discarded.
 */
export async function pollTemplates<T, S>(
  input: TemplateInputs,
  previous: Record<string, S> | undefined,
  poll: (templateId: string, previous: S | undefined) => Promise<{ found: T[]; state: S }>,
): Promise<{ found: T[]; state: Record<string, S> }> {
  const found: T[] = [];
  const states = new Map<string, S>();
  for (const id of watchedTemplateIds(input)) {
    const last = previous && ownValue(previous, id);
    const result = await poll(id, last).catch(aboutInputOf(id, input));
    for (const item of result.found) found.push(item);
    states.set(id, result.state);
  }
  return { found, state: Object.fromEntries(states) };
}

/** For `.catch`: an error about an additional template names the input that contains it. */
export function aboutInputOf(id: string, { templateId }: TemplateInputs) {
  return (thrown: unknown): never => {
    if (id === templateId || !isServiceError(thrown) || thrown.field !== 'templateId') throw thrown;
    const why = isServiceError(thrown, 'notFound')
      ? ' It may have been deleted, or belong to a different account than the API key.'
      : '';
    throw thrown.with({
      field: 'moreTemplateIds',
      fix: `Remove the template from '${scanInputs.moreTemplateIds.label}'.${why}`,
    });
  };
}
