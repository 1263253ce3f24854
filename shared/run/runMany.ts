import { isServiceError, messageOf } from '../errors/serviceError';
import type { ListResult } from '../operations/operation';
import { lockKeys } from '../operations/serialBy';
import { regularPauses } from '../runtime/clock';
import { type ItemSource, type RunItem, readItems } from './readItems';
import { createReport, type RunReport } from './report';
import { type ItemResult, runItems } from './runItems';
import { type PreparedItem, namedPass, prepareItem, runPrepared } from './itemPhases';

/** Many items of one operation. */
export interface Batch<ItemOutput = unknown> extends ItemSource<ItemOutput> {
  /** How many items may run at the same time. */
  concurrency: number;
  /**
   * Whether a failed item stops the run. All items are then prepared before the first one is sent.
   */
  stopOnFailure: boolean;
}

/** A run that ended. */
export interface BatchResult<ItemOutput = unknown> {
  items: RunItem<ItemOutput>[];
  /** The results of a list operation that belong to no item. */
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
 * Runs an operation for many items, in parallel, with one result per item. Reads and parses the inputs of all items,
 * then prepares and runs each item. Items that share a lock key run one after another, even if they belong to
 * different runs.
 * @throws {BatchStopped} if `stopOnFailure` is set, and an item failed
 */
export async function runMany<ItemOutput>(
  batch: Batch<ItemOutput>,
): Promise<BatchResult<ItemOutput>> {
  const run = await Run.read(batch);
  // Two items may name one pass in different ways. Preparing all items first shows which of them must wait for each
  // other.
  if (batch.stopOnFailure || run.items.some(needsPassLookup)) await run.prepareAll();
  await run.send();
  await run.checkIssuedTwice();
  return run.end();
}

/** The phases of a run, in order. */
export class Run<ItemOutput = unknown> {
  readonly batch: Batch<ItemOutput>;
  readonly items: RunItem<ItemOutput>[];
  readonly #pause: () => Promise<void>;

  private constructor(
    batch: Batch<ItemOutput>,
    items: RunItem<ItemOutput>[],
    pause: () => Promise<void>,
  ) {
    this.batch = batch;
    this.items = items;
    this.#pause = pause;
  }

  /** Reads all items. */
  static async read<ItemOutput>(batch: Batch<ItemOutput>): Promise<Run<ItemOutput>> {
    const pause = regularPauses(batch.context.client.clock);
    return new Run(batch, await readItems(batch, pause), pause);
  }

  /**
   * Prepares all items before anything is sent, which also shows which items are about the same pass. A refused item
   * has failed. After an error that every item would get, e.g. a refused API key, the remaining items are not prepared.
   * @throws {BatchStopped}
   */
  async prepareAll(): Promise<void> {
    const { operation, concurrency, attempts, stopOnFailure } = this.batch;
    let allWouldFail = false;
    // If the run continues after failures, items that name a pass by contact must be prepared nevertheless: only that
    // shows which items are about one pass and must not overlap.
    const mustPrepare = (item: RunItem) =>
      !allWouldFail || (!stopOnFailure && needsPassLookup(item));
    await runItems({
      items: this.items,
      concurrency,
      stopOnFailure: false,
      lockKeys: () => [],
      run: async (item) => {
        if (item.earlier?.state === 'done' || !mustPrepare(item)) return;
        try {
          const { input } = await this.#prepareOnce(item);
          item.lockKeys = lockKeys(operation.serialBy, input);
        } catch (thrown) {
          allWouldFail ||= !isAboutItem(thrown);
          item.result = { state: 'failed', error: attempts.recordFailure(item.index, thrown) };
        }
      },
    });
    if (stopOnFailure && this.items.some(hasFailed)) throw this.stop();
  }

  /** Sends all items. Refused items fail again, with the same error. */
  async send(): Promise<void> {
    const { items } = this;
    const { concurrency, stopOnFailure } = this.batch;
    const results = await runItems({
      items,
      concurrency,
      stopOnFailure,
      lockKeys: (item) => item.lockKeys,
      run: (item) => this.#runOrReuse(item),
    });
    for (const [i, item] of items.entries()) item.result = results[i] ?? item.result;
  }

  /** Checks whether another process has issued the same passes. @returns the error, if the check failed */
  async checkIssuedTwice(): Promise<unknown> {
    const { passes, notes } = this.batch.context;
    // A failed check does not make a sent item fail.
    const [check] = await Promise.allSettled([passes.noteIssuedTwice(notes)]);
    if (check.status === 'fulfilled') return undefined;
    notes.push({ code: 'failedCheck', message: messageOf(check.reason) });
    return check.reason;
  }

  /** @throws {BatchStopped} */
  end(listResults: ListResult[] = []): BatchResult<ItemOutput> {
    const { items } = this;
    const { attempts, stopOnFailure, context } = this.batch;
    if (stopOnFailure && (items.some(hasFailed) || listResults.some(isFailed))) {
      throw this.stop(listResults);
    }
    const report = createReport(items, { listResults, notes: context.notes });
    // Forget the attempts last. If an error followed, a retry would send everything again. If the workflow continues
    // after a failed item, platforms retry only if the first item failed.
    attempts.endAttempt({ mayRetry: items[0]?.result.state === 'failed' });
    return { items, listResults, report };
  }

  /** Ends the attempt. @returns the error to throw: the first failure, with a report on all items */
  stop(listResults: ListResult[] = []): BatchStopped {
    const { attempts, context } = this.batch;
    attempts.endAttempt({ mayRetry: true });
    const failed = this.items.find(hasFailed);
    this.reuseEarlierResults();
    const result = failed?.result ?? listResults.find(isFailed);
    const { error } = result as { error: unknown };
    // A stopped run shows no notes of single items.
    const items = this.items.map((item) => ({ ...item, notes: [] }));
    const report = createReport(items, { listResults, notes: context.notes });
    return new BatchStopped(error, failed?.index, report);
  }

  /** For items that this attempt did not run, uses the result of an earlier attempt, which the platform has dropped. */
  reuseEarlierResults(): void {
    for (const item of this.items) {
      if (item.result.state === 'notStarted' && item.earlier) item.result = item.earlier;
    }
  }

  #prepareOnce(item: RunItem): Promise<PreparedItem> {
    return (item.prepared ??= this.#prepare(item));
  }

  async #prepare(item: RunItem): Promise<PreparedItem> {
    const { operation, context } = this.batch;
    await this.#pause();
    if (!item.inputs) throw item.readError;
    const notes = (item.notes = []);
    return await prepareItem(operation, item.inputs, {
      ...context,
      itemKey: `${context.itemKey}:${item.index}`,
      fileSink: item.collected?.fileSink,
      notes,
    });
  }

  /** Runs an item, unless an earlier attempt has completed it, or had an unknown result that must not be repeated. */
  async #runOrReuse(item: RunItem) {
    const { context, attempts } = this.batch;
    const { index, earlier, lockKeys: keys } = item;
    if (earlier?.state === 'done') {
      item.notes = earlier.notes;
      return earlier.value;
    }
    if (earlier && !earlier.error.safeToRepeat) throw earlier.error;
    try {
      return await context.account.oneAtATime(keys, context.client, () => this.#runItem(item));
    } catch (thrown) {
      throw attempts.recordFailure(index, thrown);
    }
  }

  async #runItem(item: RunItem) {
    const { operation, attempts } = this.batch;
    // Prepare again if earlier items may have changed what `prepare` reads.
    const prepared = await (operation.refreshPlanBeforeRun
      ? this.#prepare(item)
      : this.#prepareOnce(item));
    const result = await runPrepared(operation, prepared);
    // The plans of thousands of items would take more memory than their results.
    delete item.prepared;
    if (!prepared.isPreview) attempts.recordSuccess(item.index, result, item.notes);
    return result;
  }
}

/** Whether an item names a pass that must be found first. */
function needsPassLookup({ inputs }: RunItem): boolean {
  return namedPass(inputs?.values ?? {})?.by === 'lookup';
}

/**
 * Whether the error is about the values of one item, or about the pass that it names. A template that does not exist is
 * probably the template of all items.
 */
function isAboutItem(thrown: unknown): boolean {
  if (!isServiceError(thrown)) return false;
  const { kind, field } = thrown;
  return (
    kind === 'invalidInput' || kind === 'conflict' || field === 'externalId' || field === 'contact'
  );
}

function hasFailed({ result }: RunItem): boolean {
  return isFailed(result);
}

function isFailed(result: ItemResult<unknown>): boolean {
  return result.state === 'failed';
}
