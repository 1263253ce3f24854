import type { Duplicates } from '../api/templatePasses';
import { isServiceError } from '../errors/serviceError';
import type { Output } from '../fields/output';
import type { FinishedRun, OperationResult } from '../operations/operation';
import { regularPauses } from '../runtime/regularPauses';
import type { Attempts } from './attempts';
import { Holders } from './holders';
import type { ItemRows } from './itemNames';
import { findMixUps } from './mixUps';
import { type ItemSource, type ReadItem, readItems } from './readItems';
import { createReport, type RunReport } from './report';
import { externalIdOf, isPreview, prepareItem, runPrepared, type PreparedItem } from './runItem';
import { runItems, type ItemResult } from './runItems';

/** Many items of one operation. */
interface Batch extends ItemSource {
  /** Their rows, for messages. Default: none. */
  rows?: ItemRows;
  /** How many items may run at the same time. */
  concurrency: number;
  /**
   * Whether a failed item stops the run. All items are then prepared before the first one is sent.
   */
  stopOnFailure: boolean;
}

/** A run that ended. */
export interface BatchResult {
  /** In the order of the items. */
  results: ItemResult<OperationResult>[];
  /** What belongs to no item: see {@link Operation.finish}. */
  further: ItemResult<Output>[];
  /** The external IDs of the failed items, as far as they were read. */
  externalIds: (string | undefined)[];
  report: RunReport;
}

/** A run that stopped: the error of one item, or of what follows all items, and a report on all items. */
export class BatchStopped extends Error {
  constructor(
    override readonly cause: unknown,
    readonly item: number | undefined,
    readonly report: RunReport,
  ) {
    super('The run stopped at a failed item');
  }
}

/**
 * Runs an operation for many items, in parallel, with one result per item: reads and parses the inputs of all items,
 * then prepares and runs each. Items that share a serial key run one after another.
 * @throws {BatchStopped} if an item failed and `stopOnFailure` is set
 */
export async function runBatch(batch: Batch): Promise<BatchResult> {
  const { operation, context, count, rows = [], concurrency, stopOnFailure, attempts } = batch;
  const now = context.client.clock.now();
  const sinceFirstAttemptMs = Math.max(0, now - attempts.startedAt(now));
  const holders = new Holders(rows);
  const pause = regularPauses(context.client.clock);
  const items = await readItems(batch, holders, pause);
  const prepare = preparer(batch, items, pause);
  if (stopOnFailure) await prepareAll(batch, prepare);

  const results = await runItems({
    count,
    concurrency,
    stopOnFailure,
    serialKeys: (index) => items[index]?.serialKeys ?? [],
    run: (index) => runOrRecall(batch, prepare, index),
  });

  const duplicates = attempts.addDuplicates(await context.passes.findDuplicates());
  const further =
    stopOnFailure && results.some(isFailed)
      ? []
      : await finishRun(batch, {
          items: items.map(({ inputs }, index) => ({
            values: inputs?.values ?? {},
            hasFailed: results[index]?.state !== 'done',
          })),
          hasOtherRun: duplicates !== undefined,
          isPreview: items.some(({ inputs }) => inputs && isPreview(inputs)),
          sinceFirstAttemptMs,
        });
  const hasFailed = [...results, ...further].some(isFailed);
  // If the workflow continues after a failed item, platforms retry only if the first one failed.
  attempts.finish(stopOnFailure ? hasFailed : results[0]?.state === 'failed');
  if (stopOnFailure && hasFailed) throw batchStopped(attempts, results, { further, duplicates });
  const externalIds = results.map((result, index) => {
    const inputs = isFailed(result) ? items[index]?.inputs : undefined;
    return inputs && externalIdOf(inputs.values);
  });
  const mixUps = await findMixUps(operation, context, results, { holders, items, prepare });
  const report = { ...createReport(results, { further, duplicates }), ...mixUps };
  return { results, further, externalIds, report };
}

/** Runs what follows when all items are done. Never throws. */
async function finishRun(
  { operation, context }: Batch,
  run: FinishedRun<Record<string, unknown>>,
): Promise<ItemResult<Output>[]> {
  try {
    const further = (await operation.finish?.(context, run)) ?? [];
    return further.map(({ value, failure }) =>
      failure ? { state: 'failed', error: failure } : { state: 'done', value },
    );
  } catch (error) {
    return [{ state: 'failed', error }];
  }
}

/**
 * Prepares an item, once; or once more when its turn has come, if earlier items may have changed what `prepare` reads.
 * It throws a `ServiceError` that names every refused input.
 */
type Prepare = (index: number, isTurn?: boolean) => Promise<PreparedItem>;

function preparer(
  { operation, context }: Batch,
  items: readonly ReadItem[],
  pause: () => Promise<void>,
): Prepare {
  const prepared: Promise<PreparedItem>[] = [];
  const prepare = async (index: number): Promise<PreparedItem> => {
    await pause();
    const item = items[index] as ReadItem;
    if (!item.inputs) throw item.error;
    const itemKey = `${context.itemKey}:${index}`;
    return await prepareItem(operation, item.inputs, {
      ...context,
      itemKey,
      fileSink: item.fileSink,
    });
  };
  return (index, isTurn = false) =>
    isTurn && operation.prepareReadsTarget ? prepare(index) : (prepared[index] ??= prepare(index));
}

/** Runs an item, unless an earlier attempt has completed it. */
async function runOrRecall(
  { operation, attempts }: Batch,
  prepare: Prepare,
  index: number,
): Promise<OperationResult> {
  const earlier = attempts.resultOrThrow(index);
  if (earlier !== undefined) return earlier;
  try {
    const prepared = await prepare(index, true);
    const result = await runPrepared(operation, prepared);
    if (!prepared.isPreview) attempts.succeed(index, result);
    return result;
  } catch (thrown) {
    throw attempts.fail(index, thrown);
  }
}

/**
 * Prepares all items before anything is sent. Reports every item with a bad value; after another
 * error, e.g. a refused API key, the remaining items are not prepared.
 * @throws {BatchStopped} if an item is refused
 */
async function prepareAll(
  { count, concurrency, attempts }: Batch,
  prepare: Prepare,
): Promise<void> {
  let onlyInvalidInput = true;
  const results = await runItems<undefined>({
    count,
    concurrency,
    stopOnFailure: false,
    serialKeys: () => [],
    run: async (index) => {
      if (!onlyInvalidInput || attempts.earlierOutcome(index)?.state === 'done') return undefined;
      await prepare(index).catch((thrown: unknown) => {
        onlyInvalidInput &&= isServiceError(thrown, 'invalidInput');
        throw attempts.fail(index, thrown);
      });
      return undefined;
    },
  });
  if (!results.some(isFailed)) return;
  attempts.finish(true);
  const notRun = results.map((result): ItemResult<OperationResult> =>
    isFailed(result) ? result : { state: 'notStarted' },
  );
  throw batchStopped(attempts, notRun);
}

/** The report includes earlier attempts, because platforms drop the results of a failed run. */
function batchStopped(
  attempts: Attempts,
  results: readonly ItemResult<OperationResult>[],
  { further = [], duplicates }: { further?: ItemResult<Output>[]; duplicates?: Duplicates } = {},
): BatchStopped {
  const failedAt = results.findIndex(isFailed);
  const failed = [...results, ...further].find(isFailed);
  const { error } = failed as { error: unknown };
  const allAttempts = results.map((result, index) =>
    result.state === 'notStarted' ? (attempts.earlierOutcome(index) ?? result) : result,
  );
  const item = failedAt < 0 ? undefined : failedAt;
  return new BatchStopped(error, item, createReport(allAttempts, { further, duplicates }));
}

function isFailed(result: ItemResult<unknown>): result is ItemResult<never> & { state: 'failed' } {
  return result.state === 'failed';
}
