import { isServiceError } from '../errors/serviceError';
import type { Output } from '../fields/output';
import type { Operation } from '../operations/operation';
import { upsert } from '../operations/pass/upsert';
import type { ItemResult } from './runItems';

/**
 * `120 items: 100 created, 15 existing, 4 failed, 1 with an unknown result`; `undefined` for a single
 * item.
 * @param outputOf the single output of a result, if it has one
 */
export function runSummary<R>(
  results: readonly ItemResult<R>[],
  outputOf: (result: R) => Output | undefined,
): string | undefined {
  if (results.length < 2) return undefined;
  const counts = new Map<string, number>();
  for (const result of results) {
    const group = groupOf(result, outputOf);
    counts.set(group, (counts.get(group) ?? 0) + 1);
  }
  const parts = GROUPS.flatMap((group) => {
    const count = counts.get(group);
    return count === undefined ? [] : [`${count} ${group}`];
  });
  return `${results.length} items: ${parts.join(', ')}`;
}

/**
 * Counts the items whose pass existed and was returned as it is. Nothing else shows that new values of
 * these items were not written.
 */
export function unchangedNote<R>(
  { input }: Operation,
  results: readonly ItemResult<R>[],
  outputOf: (result: R) => Output | undefined,
): string | undefined {
  if (!('ifExists' in input)) return undefined;
  const count = results.filter((result) => groupOf(result, outputOf) === 'existing').length;
  if (count === 0) return undefined;
  return `${count} ${count === 1 ? 'item' : 'items'} found an existing pass and did not change it: new values, such as a name or an email, were not written. To write them, use '${upsert.label}'.`;
}

/** In the order of the summary. */
const GROUPS = [
  'created',
  'existing',
  'updated',
  'succeeded',
  'failed',
  'with an unknown result',
  'not run',
] as const;
type Group = (typeof GROUPS)[number];

function groupOf<R>(result: ItemResult<R>, outputOf: (result: R) => Output | undefined): Group {
  if (result.state === 'notStarted') return 'not run';
  if (result.state === 'failed') {
    return isServiceError(result.error, 'outcomeUnknown') ? 'with an unknown result' : 'failed';
  }
  const outcome = outputOf(result.value)?.outcome;
  return GROUPS.find((group) => group === outcome) ?? 'succeeded';
}
