import type { OperationResult } from '../operations/operation';
import type { ListDoubt, ListResult } from '../operations/wholeList';
import { regularPauses } from '../runtime/clock';
import { failedChecks, findAll } from './findings';
import { findIssuedTwice } from './findings/issuedTwice';
import type { Finding } from './findings/finding';
import { ContactsByExternalId } from './contactsByExternalId';
import type { ItemRows } from './itemNames';
import { type Preparer, createPreparer, prepareAll } from './prepareItems';
import { type ItemSource, readItems } from './readItems';
import { createReport, type RunReport } from './report';
import { needsPassLookup, runPrepared, type RunItem } from './runItem';
import { type ItemResult, runItems } from './runItems';
import { planList, sendPlan } from './listPhases';

/** Many items of one operation. */
export interface Batch<ItemOutput = unknown> extends ItemSource<ItemOutput> {
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
export interface BatchResult<ItemOutput = unknown> {
  items: RunItem<ItemOutput>[];
  /** Of an operation whose items are one list: the results that belong to no item. */
  listResults: ListResult[];
  report: RunReport;
}

/** A run that stopped: the error of one item, or of the list, and a report on all items. */
export class BatchStopped extends Error {
  constructor(
    override readonly cause: unknown,
    readonly item: number | undefined,
    readonly report: RunReport,
  ) {
    super('The run stopped at a failure');
  }
}

/**
 * Runs an operation for many items, in parallel, with one result per item: reads and parses the inputs of all items,
 * then prepares and runs each. Items that share a serial key run one after another.
 * @throws {BatchStopped} if `stopOnFailure` is set, and an item or the list failed
 */
export async function runBatch<ItemOutput>(
  batch: Batch<ItemOutput>,
): Promise<BatchResult<ItemOutput>> {
  const { operation, context, rows = [], concurrency, stopOnFailure, attempts } = batch;
  // Read
  const contacts = new ContactsByExternalId(rows);
  const pause = regularPauses(context.client.clock);
  const items = await readItems(batch, contacts, pause);

  // Prepare, and judge the list
  const preparer = createPreparer(batch, pause);
  // Two items may name one pass in different ways: they must wait for each other.
  const mustPrepareAll = stopOnFailure || operation.wholeList || items.some(needsPassLookup);
  if (mustPrepareAll) await prepareAll(batch, items, preparer);
  if (stopOnFailure && items.some(hasFailed)) {
    attempts.forgetUnlessRetried(true);
    return stopBatch(items);
  }
  const { value: plan, failure } = await planList(batch, items);
  if (failure !== undefined) return nothingSent(batch, items, failure);

  // Send
  const results = await runItems({
    items,
    concurrency,
    stopOnFailure,
    serialKeys: (item) => item.serialKeys,
    // One that was refused before fails again, with the same error.
    run: (item) => runOrRecall(batch, preparer, item),
  });
  for (const item of items) item.result = results[item.index] ?? item.result;

  // An item that was sent has not failed if what follows does.
  const [looked] = await Promise.allSettled([context.passes.countIssuedTwice()]);
  const issuedTwice = looked.status === 'fulfilled' ? looked.value : 0;
  const isStopped = stopOnFailure && items.some(hasFailed);
  const listResults = isStopped
    ? []
    : attempts.addListResults(
        await sendPlan(plan, items, attempts.hasOtherRun(context.passes.hasOtherRun), looked),
      );

  // Report
  const ended = { operation, context, items, rows, issuedTwice, listNotes: plan?.notes ?? [] };
  if (isStopped || (stopOnFailure && listResults.some(isFailed))) {
    attempts.forgetUnlessRetried(true);
    // The others are about runs that ended, and some cost requests.
    const finding = findIssuedTwice(ended);
    return stopBatch(items, { listResults, findings: finding ? [finding] : [] });
  }
  const findings = [...failedChecks(looked), ...(await findAll(ended))];
  const report = createReport(items, { listResults, findings });
  // Last: were they forgotten before an error, a retry would send everything again. If the workflow continues after a
  // failed item, platforms retry only if the first one failed.
  attempts.forgetUnlessRetried(items[0]?.result.state === 'failed');
  return { items, listResults, report };
}

/**
 * The end of a run whose list may not be sent. Where the workflow continues, it gets the error once, not per item: it
 * may send each one to a person.
 * @throws {BatchStopped} if failures stop the run
 */
function nothingSent<ItemOutput>(
  { attempts, stopOnFailure }: Batch<ItemOutput>,
  items: RunItem<ItemOutput>[],
  error: unknown,
): BatchResult<ItemOutput> {
  attempts.forgetUnlessRetried(true);
  recallEarlier(items);
  if (stopOnFailure) throw new BatchStopped(error, undefined, createReport(items));
  const listResults: ListResult[] = [{ state: 'failed', error, ofRun: true }];
  return { items, listResults, report: createReport(items, { listResults }) };
}

/** Runs an item, unless an earlier attempt has completed it, or ended with a result that must not be repeated. */
async function runOrRecall(
  { operation, attempts }: Batch,
  preparer: Preparer,
  item: RunItem,
): Promise<OperationResult> {
  const { index, earlier } = item;
  if (earlier?.state === 'done') return earlier.value;
  if (earlier && !earlier.error.safeToRepeat) throw earlier.error;
  try {
    const prepared = await preparer.onTurn(item);
    const result = await runPrepared(operation, prepared);
    // Of thousands of items, the plans would take more memory than the results.
    delete item.prepared;
    if (!prepared.isPreview) attempts.recordSuccess(index, result);
    return result;
  } catch (thrown) {
    throw attempts.recordFailure(index, thrown);
  }
}

/** Items that this attempt has not run ended as an earlier one says: platforms drop the results of a failed run. */
function recallEarlier(items: readonly RunItem[]): void {
  for (const item of items) {
    if (item.result.state === 'notStarted' && item.earlier) item.result = item.earlier;
  }
}

/** Throws the first failure, with what is known of all items. */
function stopBatch(
  items: readonly RunItem[],
  { listResults = [], findings = [] }: { listResults?: ListResult[]; findings?: Finding[] } = {},
): never {
  const failed = items.find(hasFailed);
  recallEarlier(items);
  const result = failed?.result ?? listResults.find(isFailed);
  const { error } = result as { error: unknown };
  throw new BatchStopped(error, failed?.index, createReport(items, { listResults, findings }));
}

function hasFailed({ result }: RunItem): boolean {
  return isFailed(result);
}

function isFailed(result: ItemResult<unknown>): boolean {
  return result.state === 'failed';
}
