/** Reads the passes of the watched templates. */

import { passPages } from '../api/passLists';
import { scanPasses } from '../api/scanPasses';
import { exceedsTimeLimit } from '../api/timeLimit';
import { ServiceError, isServiceError } from '../errors/serviceError';
import type { PollContext } from '../operations/context';
import { DAY_MS } from '../runtime/clock';
import { ownValue } from '../runtime/records';
import type { PassRow } from '../service/schemas';
import { moreTemplateIds, type PassInputs } from './passInputs';
import { assertStateSize } from './state';

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
export async function readPasses(
  { client, templates }: PollContext,
  templateId: string,
  { maxPasses = Infinity, isStart = false, ...limits }: ReadLimits,
): Promise<PassRow[]> {
  const { createdSince = 0 } = limits;
  const rows: PassRow[] = [];
  let count: number | undefined;
  const fetchPage = passPages(client, templateId);
  const pages = scanPasses(async (query) => {
    const progress = { nouns: 'passes', read: rows.length, total: count, hint: READ_FEWER_HINT };
    return await fetchPage(query).catch(exceedsTimeLimit(client, progress));
  }, limits);
  for await (const page of pages) {
    count = page.total;
    const atLeast = createdSince === 0 ? count : 0;
    for (const row of page.rows) rows.push(row);
    if (Math.max(rows.length, atLeast) > maxPasses) throw tooManyPasses(maxPasses);
  }
  if (isStart && rows.length === 0) await templates.assertExists(templateId);
  return rows;
}

/**
 * The creation time of the oldest passes to read, epoch ms. Where a trigger starts on a platform without state, that is
 * one more day, so that a clock that is slightly off does not make an old pass look new.
 * @param at epoch ms
 * @param days `undefined` for all passes
 */
export function lookBackStart(at: number, days: number | undefined, isBaseline = false): number {
  return days === undefined ? 0 : at - (days + (isBaseline ? 1 : 0)) * DAY_MS;
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

/** State of a trigger that watches several templates, by template ID. */
export type StateByTemplate<S> = Record<string, S>;

type TemplateInputs = Pick<PassInputs, 'templateId' | 'moreTemplateIds'>;

/** The ID of every watched template, without duplicates. */
export function watchedTemplateIds({ templateId, moreTemplateIds = [] }: TemplateInputs): string[] {
  return [...new Set([templateId, ...moreTemplateIds])];
}

/**
 * Polls every watched template. A template that is added later starts with a baseline; the state of
 * one that is removed is discarded.
 * @throws {ServiceError} `invalidInput` if the state is too large
 */
export async function pollTemplates<T, S>(
  input: TemplateInputs,
  previous: StateByTemplate<S> | undefined,
  poll: (templateId: string, previous: S | undefined) => Promise<{ found: T[]; state: S }>,
): Promise<{ found: T[]; state: StateByTemplate<S> }> {
  const found: T[] = [];
  const states = new Map<string, S>();
  for (const id of watchedTemplateIds(input)) {
    const last = previous && ownValue(previous, id);
    const result = await poll(id, last).catch(aboutInputOf(id, input));
    for (const item of result.found) found.push(item);
    states.set(id, result.state);
  }
  const state: StateByTemplate<S> = Object.fromEntries(states);
  assertStateSize(state);
  return { found, state };
}

/** For `.catch`: an error about a further template names the input that has it. */
export function aboutInputOf(id: string, { templateId }: TemplateInputs) {
  return (thrown: unknown): never => {
    if (id === templateId || !isServiceError(thrown) || thrown.field !== 'templateId') throw thrown;
    const why = isServiceError(thrown, 'notFound')
      ? ' It may have been deleted, or belong to a different account than the API key.'
      : '';
    throw thrown.with({
      field: 'moreTemplateIds',
      hint: `Remove the template from '${moreTemplateIds.label}'.${why}`,
    });
  };
}
