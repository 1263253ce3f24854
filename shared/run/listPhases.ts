/** What a run does around sending its items if they are one list: it judges the list first, and finishes it last. */

import { isServiceError } from '../errors/serviceError';
import type { ListPlan, ListResult } from '../operations/wholeList';
import type { Batch } from './runBatch';
import { isPreview, type RunItem } from './runItem';

/** Judges the list, before anything is sent. */
export async function planList(
  { operation, context, attempts, listDoubt }: Batch,
  items: readonly RunItem[],
): Promise<{ value?: ListPlan | undefined; failure?: unknown }> {
  try {
    const value = await operation.wholeList?.plan(context, {
      items: items.map(({ inputs, result }) => ({
        values: inputs?.values ?? {},
        refusedKeys: new Set(inputs?.errors.keys()),
        isRefused: result.state === 'failed' && !isServiceError(result.error, 'conflict'),
      })),
      isPreview: items.some(({ inputs }) => inputs && isPreview(inputs)),
      isRetry: items.some(({ earlier }) => earlier !== undefined),
      doubt: listDoubt,
      keepThoseOfFirstAttempt: (ids) => attempts.keepThoseOfFirstAttempt(ids),
    });
    return { value };
  } catch (failure) {
    return { failure };
  }
}

/**
 * Sends what follows when all items are done. Never throws.
 * @param looked whether somebody could look for other runs: otherwise nothing follows
 */
export async function sendPlan(
  plan: ListPlan | undefined,
  items: readonly RunItem[],
  hasOtherRun: boolean,
  looked: PromiseSettledResult<unknown>,
): Promise<ListResult[]> {
  try {
    if (plan && looked.status === 'rejected') throw looked.reason;
    const failedCount = items.filter(({ result }) => result.state !== 'done').length;
    return (await plan?.send({ failedCount, hasOtherRun })) ?? [];
  } catch (error) {
    return [{ state: 'failed', error, ofRun: true }];
  }
}
