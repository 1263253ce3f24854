import { isServiceError } from '../errors/serviceError';
import type { ListDoubt, ListPlan, OperationResult } from '../operations/operation';
import { serialKeys } from '../operations/serialBy';
import { regularPauses } from '../runtime/regularPauses';
import { findAll } from './findings';
import { findDuplicates } from './findings/duplicates';
import type { Finding } from './findings/finding';
import { ContactsByExternalId } from './contactsByExternalId';
import type { ItemRows } from './itemNames';
import { type ItemSource, readItems } from './readItems';
import { createReport, type RunReport } from './report';
import {
  isPreview,
  needsPassLookup,
  prepareItem,
  runPrepared,
  type PreparedItem,
  type RunItem,
} from './runItem';
import { type FurtherItem, type ItemResult, runItems } from './runItems';

/** Many items of one operation. */
interface Batch<Own = unknown> extends ItemSource<Own> {
  /** Their rows, for messages. Default: none. */
  rows?: ItemRows;
  /** How many items may run at the same time. */
  concurrency: number;
  /**
   * Whether a failed item stops the run. All items are then prepared before the first one is sent.
   */
  stopOnFailure: boolean;
  /** Why the items may be only a part of a list, as far as the platform can tell. */
  listDoubt?: ListDoubt | undefined;
}

/** A run that ended. */
export interface BatchResult<Own = unknown> {
  items: RunItem<Own>[];
  /** What belongs to no item: see {@link Operation.wholeList}. */
  further: FurtherItem[];
  report: RunReport;
}

/** A run that stopped: the error of one item, or of the list, and a report on all items. */
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
export async function runBatch<Own>(batch: Batch<Own>): Promise<BatchResult<Own>> {
  const { operation, context, rows = [], concurrency, stopOnFailure, attempts } = batch;
  const contacts = new ContactsByExternalId(rows);
  const pause = regularPauses(context.client.clock);
  const items = await readItems(batch, contacts, pause);
  const prepare = preparer(batch, pause);
  // Two items may name one pass in different ways: they must wait for each other.
  const mustPrepareAll = stopOnFailure || operation.wholeList || items.some(needsPassLookup);
  if (mustPrepareAll) await prepareAll(batch, items, prepare);
  const { value: plan, failure } = await planList(batch, items);
  if (failure !== undefined) return nothingSent(batch, items, failure);

  const results = await runItems({
    items,
    concurrency,
    stopOnFailure,
    serialKeys: (item) => item.serialKeys,
    run: (item) => runOrRecall(batch, prepare, item),
  });
  for (const item of items) item.result = results[item.index] ?? item.result;

  const duplicates = attempts.addDuplicates(await context.passes.lookForDuplicates());
  const further =
    stopOnFailure && items.some(hasFailed)
      ? []
      : await sendPlan(plan, items, duplicates !== undefined);
  const isFailedRun = items.some(hasFailed) || further.some(isFailed);
  const ended = { operation, context, items, rows, duplicates, listNotes: plan?.notes ?? [] };
  const isStopped = stopOnFailure && isFailedRun;
  const findings = isStopped ? [findDuplicates(ended) ?? []].flat() : await findAll(ended);
  // Last: were they forgotten before an error, a retry would send everything again. If the workflow continues after a
  // failed item, platforms retry only if the first one failed.
  attempts.finish(stopOnFailure ? isFailedRun : items[0]?.result.state === 'failed');
  if (isStopped) throw batchStopped(items, { further, findings });
  return { items, further, report: createReport(items, { further, findings }) };
}

/** Judges the list, before anything is sent. */
async function planList(
  { operation, context, attempts, listDoubt }: Batch,
  items: readonly RunItem[],
): Promise<{ value?: ListPlan | undefined; failure?: unknown }> {
  try {
    const value = await operation.wholeList?.plan(context, {
      items: items.map(({ inputs, result }) => ({
        values: inputs?.values ?? {},
        refusedKeys: new Set(inputs?.errors.keys()),
        isRefused: result.state === 'failed',
      })),
      isPreview: items.some(({ inputs }) => inputs && isPreview(inputs)),
      doubt: listDoubt,
      ofFirstAttempt: (ids) => attempts.ofFirstAttempt(ids),
    });
    return { value };
  } catch (failure) {
    return { failure };
  }
}

/**
 * The end of a run whose list may not be sent. Where the workflow continues, it gets the error once, not per item: it
 * may send each one to a person.
 * @throws {BatchStopped} if failures stop the run
 */
function nothingSent<Own>(
  { attempts, stopOnFailure }: Batch<Own>,
  items: RunItem<Own>[],
  error: unknown,
): BatchResult<Own> {
  attempts.finish(true);
  if (stopOnFailure) throw new BatchStopped(error, undefined, createReport(items));
  for (const item of items) {
    if (item.earlier?.state === 'done') item.result = item.earlier;
  }
  const further: FurtherItem[] = [{ state: 'failed', error, ofRun: true }];
  return { items, further, report: createReport(items, { further }) };
}

/** Sends what follows when all items are done. Never throws. */
async function sendPlan(
  plan: ListPlan | undefined,
  items: readonly RunItem[],
  hasOtherRun: boolean,
): Promise<FurtherItem[]> {
  try {
    const failedCount = items.filter(({ result }) => result.state !== 'done').length;
    const further = (await plan?.send({ failedCount, hasOtherRun })) ?? [];
    return further.map(({ value, failure }) =>
      failure ? { state: 'failed', error: failure } : { state: 'done', value },
    );
  } catch (error) {
    return [{ state: 'failed', error, ofRun: true }];
  }
}

/**
 * Prepares an item, once; or once more when its turn has come, if earlier items may have changed what `prepare` reads.
 * It throws a `ServiceError` that names every refused input.
 */
type Prepare = (item: RunItem, isTurn?: boolean) => Promise<PreparedItem>;

function preparer({ operation, context }: Batch, pause: () => Promise<void>): Prepare {
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
  return (item, isTurn = false) =>
    isTurn && operation.refreshPlanBeforeRun ? prepare(item) : (item.prepared ??= prepare(item));
}

/** Runs an item, unless an earlier attempt has completed it, or ended with a result that must not be repeated. */
async function runOrRecall(
  { operation, attempts }: Batch,
  prepare: Prepare,
  item: RunItem,
): Promise<OperationResult> {
  const { index, earlier } = item;
  if (earlier?.state === 'done') return earlier.value;
  if (earlier && !earlier.error.safeToRepeat) throw earlier.error;
  try {
    const prepared = await prepare(item, true);
    const result = await runPrepared(operation, prepared);
    if (!prepared.isPreview) attempts.succeed(index, result);
    return result;
  } catch (thrown) {
    throw attempts.fail(index, thrown);
  }
}

/**
 * Prepares all items before anything is sent, which also shows which of them are about the same pass. Reports every item
 * whose inputs are refused; after another error, e.g. a refused API key, the remaining items are not prepared.
 * @throws {BatchStopped} if an item is refused, and failures stop the run
 */
async function prepareAll(
  { operation, concurrency, attempts, stopOnFailure }: Batch,
  items: readonly RunItem[],
  prepare: Prepare,
): Promise<void> {
  let onlyItemsRefused = true;
  await runItems({
    items,
    concurrency,
    stopOnFailure: false,
    serialKeys: () => [],
    run: async (item) => {
      if (!onlyItemsRefused || item.earlier?.state === 'done') return;
      try {
        const { input } = await prepare(item);
        item.serialKeys = serialKeys(operation.serialBy, input);
      } catch (thrown) {
        onlyItemsRefused &&= isAboutItem(thrown);
        item.result = { state: 'failed', error: attempts.fail(item.index, thrown) };
      }
    },
  });
  if (!stopOnFailure || !items.some(hasFailed)) return;
  attempts.finish(true);
  throw batchStopped(items);
}

/** Whether the error is about the values of one item, or about the pass that it names. */
function isAboutItem(thrown: unknown): boolean {
  if (!isServiceError(thrown)) return false;
  const { kind, field } = thrown;
  return kind === 'invalidInput' || field === 'externalId' || field === 'contact';
}

/** The report includes earlier attempts, because platforms drop the results of a failed run. */
function batchStopped(
  items: readonly RunItem[],
  { further = [], findings = [] }: { further?: FurtherItem[]; findings?: Finding[] } = {},
): BatchStopped {
  const failed = items.find(hasFailed);
  for (const item of items) {
    if (item.result.state === 'notStarted' && item.earlier) item.result = item.earlier;
  }
  const result = failed?.result ?? further.find(isFailed);
  const { error } = result as { error: unknown };
  return new BatchStopped(error, failed?.index, createReport(items, { further, findings }));
}

function hasFailed({ result }: RunItem): boolean {
  return isFailed(result);
}

function isFailed(result: ItemResult<unknown>): boolean {
  return result.state === 'failed';
}
