import { isServiceError } from '../errors/serviceError';
import { serialKeys } from '../operations/serialBy';
import type { Batch } from './runBatch';
import { needsPassLookup, prepareItem, type PreparedItem, type RunItem } from './runItem';
import { runItems } from './runItems';

/** Prepares the items of a run. Both throw an error that names every refused input of the item. */
export interface Preparer {
  /** Prepares an item, unless that was done. */
  once(item: RunItem): Promise<PreparedItem>;
  /** The same when its turn has come: once more if earlier items may have changed what `prepare` reads. */
  onTurn(item: RunItem): Promise<PreparedItem>;
}

export function createPreparer(
  { operation, context }: Batch,
  pause: () => Promise<void>,
): Preparer {
  const prepare = async ({ index, given, inputs, readError }: RunItem): Promise<PreparedItem> => {
    await pause();
    if (!inputs) throw readError;
    const itemKey = `${context.itemKey}:${index}`;
    return await prepareItem(operation, inputs, {
      ...context,
      itemKey,
      fileSink: given?.fileSink,
    });
  };
  const once = (item: RunItem) => (item.prepared ??= prepare(item));
  return { once, onTurn: operation.refreshPlanBeforeRun ? prepare : once };
}

/**
 * Prepares all items before anything is sent, which also shows which of them are about the same pass. A refused item
 * has failed. After an error that every item would get, e.g. a refused API key, the remaining ones are not prepared.
 */
export async function prepareAll(
  { operation, concurrency, attempts, stopOnFailure }: Batch,
  items: readonly RunItem[],
  preparer: Preparer,
): Promise<void> {
  let allWouldFail = false;
  // If they run all the same, items that name a pass by contact must not overlap: only preparing shows which passes.
  const mustPrepare = (item: RunItem) => !allWouldFail || (!stopOnFailure && needsPassLookup(item));
  await runItems({
    items,
    concurrency,
    stopOnFailure: false,
    serialKeys: () => [],
    run: async (item) => {
      if (item.earlier?.state === 'done' || !mustPrepare(item)) return;
      try {
        const { input } = await preparer.once(item);
        item.serialKeys = serialKeys(operation.serialBy, input);
      } catch (thrown) {
        allWouldFail ||= !isAboutItem(thrown);
        item.result = { state: 'failed', error: attempts.recordFailure(item.index, thrown) };
      }
    },
  });
}

/**
 * Whether the error is about the values of one item, or about the pass that it names. A template that does not exist is
 * probably that of all items.
 */
function isAboutItem(thrown: unknown): boolean {
  if (!isServiceError(thrown)) return false;
  const { kind, field } = thrown;
  return (
    kind === 'invalidInput' || kind === 'conflict' || field === 'externalId' || field === 'contact'
  );
}
