import { createExternalIdIndex, type ExternalIdIndex } from '../api/externalIdIndex';
import type { Duplicates } from '../api/externalIdList';
import { isServiceError, type ServiceError } from '../errors/serviceError';
import type { RawInput } from '../fields';
import type { Context, FileSink } from '../operations/context';
import type { Operation, OperationResult } from '../operations/operation';
import { serialKeys } from '../operations/serialBy';
import type { Attempts } from './attempts';
import { Holders } from './holders';
import type { ItemRows } from './itemNames';
import { findMixUps } from './mixUps';
import { createReport, type RunReport } from './report';
import {
  externalIdOf,
  lookedUpIds,
  prepareItem,
  readItem,
  runPrepared,
  type ItemInputs,
  type PreparedItem,
} from './runItem';
import { runItems, type ItemResult } from './runItems';

/** Many items of one operation. */
interface Batch {
  operation: Operation;
  context: Context;
  count: number;
  /** Their rows, for messages. Default: none. */
  rows?: ItemRows;
  /** Reads one item; called once per item, in order. If it throws, the item fails. */
  readItem: (index: number) => BatchItem;
  /** How many items may run at the same time. */
  concurrency: number;
  /**
   * Whether a failed item stops the run. All items are then prepared before the first one is sent.
   */
  stopOnFailure: boolean;
  attempts: Attempts;
}

/** One item as the platform hands it over. */
export interface BatchItem {
  raw: RawInput;
  /** Errors of settings that are not inputs of the operation; they fail the item. */
  errors?: readonly ServiceError[];
  fileSink?: FileSink;
}

/** A run that ended. */
interface BatchResult {
  /** In the order of the items. */
  results: ItemResult<OperationResult>[];
  /** The external IDs of the failed items, as far as they were read. */
  externalIds: (string | undefined)[];
  report: RunReport;
}

/** A run that stopped: the error of one item, and a report on all items. */
export class BatchStopped extends Error {
  constructor(
    override readonly cause: unknown,
    readonly item: number,
    readonly report: RunReport,
  ) {
    super('The run stopped at a failed item');
  }
}

/**
 * Runs an operation for many items, in parallel, with one result per item: reads and parses the inputs,
 * prepares each item and runs it. Items that share a serial key run one after another.
 * @throws {BatchStopped} if an item failed and `stopOnFailure` is set
 */
export async function runBatch(batch: Batch): Promise<BatchResult> {
  const { count, concurrency, stopOnFailure, attempts } = batch;
  const items = new Items(batch);
  if (stopOnFailure) await prepareAll(batch, items);

  const results = await runItems({
    count,
    concurrency,
    stopOnFailure,
    serialKeys: (index) => items.serialKeys(index),
    run: (index) => runOrRecall(batch, items, index),
  });

  const duplicates = await items.externalIds.findDuplicates();
  const hasFailed = results.some(isFailed);
  // If the workflow continues after a failed item, platforms retry only if the first one failed.
  attempts.finish(stopOnFailure ? hasFailed : results[0]?.state === 'failed');
  if (stopOnFailure && hasFailed) throw batchStopped(attempts, results, duplicates);
  const externalIds = results.map((result, index) =>
    isFailed(result) ? items.externalId(index) : undefined,
  );
  const mixUps = await findMixUps(batch.operation, batch.context, results, items);
  return { results, externalIds, report: { ...createReport(results, duplicates), ...mixUps } };
}

/** Runs an item, unless an earlier attempt has completed it. */
async function runOrRecall(
  { operation, attempts }: Batch,
  items: Items,
  index: number,
): Promise<OperationResult> {
  const earlier = attempts.resultOrThrow(index);
  if (earlier !== undefined) return earlier;
  try {
    const prepared = await items.preparedForTurn(index);
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
async function prepareAll({ count, concurrency, attempts }: Batch, items: Items): Promise<void> {
  let onlyInvalidInput = true;
  const results = await runItems<undefined>({
    count,
    concurrency,
    stopOnFailure: false,
    serialKeys: () => [],
    run: async (index) => {
      if (!onlyInvalidInput || attempts.earlierOutcome(index)?.state === 'done') return undefined;
      await items.prepared(index).catch((thrown: unknown) => {
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
  duplicates?: Duplicates,
): BatchStopped {
  const failedAt = results.findIndex(isFailed);
  const { error } = results[failedAt] as { error: unknown };
  const allAttempts = results.map((result, index) =>
    result.state === 'notStarted' ? (attempts.earlierOutcome(index) ?? result) : result,
  );
  return new BatchStopped(error, failedAt, createReport(allAttempts, duplicates));
}

function isFailed(result: ItemResult<unknown>): result is ItemResult<never> & { state: 'failed' } {
  return result.state === 'failed';
}

/**
 * Inputs are read in groups so that thousands of expressions do not delay the first request. Smaller
 * groups cost more processor time, larger ones delay responses.
 */
const READ_AHEAD = 10;
/** Longest time without a pause, ms: the platform has other requests to answer. */
const PAUSE_AFTER_MS = 40;

/** One item of a batch, read and parsed; or the error that reading it threw. */
type ReadItem =
  | {
      inputs: ItemInputs;
      fileSink: FileSink | undefined;
      /** Items that share one run one at a time. */
      serialKeys: string[];
      /** Whether an earlier item changes what this one reads when it is prepared. */
      isFollower: boolean;
    }
  | { inputs?: undefined; error: unknown };

/** The items of a batch; each is read and parsed once, in order, and prepared once. */
class Items {
  readonly externalIds: ExternalIdIndex;
  readonly #batch: Batch;
  readonly #items: ReadItem[] = [];
  readonly #serialKeys = new Set<string>();
  readonly holders: Holders;
  readonly #prepared: Promise<PreparedItem>[] = [];
  #resumedAt: number;
  #pause: Promise<void> | undefined;

  constructor(batch: Batch) {
    const { context, count, rows = [] } = batch;
    this.#batch = batch;
    this.holders = new Holders(rows);
    this.externalIds = createExternalIdIndex(context.client, () => ({
      read: this.#items.length,
      count,
    }));
    this.#resumedAt = context.client.clock.monotonicMs();
  }

  /** The external ID of its pass, if it was read. */
  externalId(index: number): string | undefined {
    const inputs = this.inputs(index);
    return inputs && externalIdOf(inputs.values);
  }

  /** Its inputs, unless reading them threw. */
  inputs(index: number): ItemInputs | undefined {
    return this.#item(index).inputs;
  }

  serialKeys(index: number): string[] {
    const item = this.#item(index);
    return item.inputs ? item.serialKeys : [];
  }

  /** @throws {ServiceError} naming every refused input of the item */
  prepared(index: number): Promise<PreparedItem> {
    return (this.#prepared[index] ??= this.#prepare(index));
  }

  /** Prepared again if an earlier item has changed what it read. */
  preparedForTurn(index: number): Promise<PreparedItem> {
    const item = this.#item(index);
    return item.inputs && item.isFollower ? this.#prepare(index) : this.prepared(index);
  }

  async #prepare(index: number): Promise<PreparedItem> {
    await this.#pauseRegularly();
    const item = this.#item(index);
    if (!item.inputs) throw item.error;
    const { operation, context } = this.#batch;
    return await prepareItem(operation, item.inputs, {
      ...context,
      itemKey: `${context.itemKey}:${index}`,
      externalIds: this.externalIds,
      fileSink: item.fileSink,
    });
  }

  #item(index: number): ReadItem {
    if (index >= this.#items.length) {
      const end = Math.min(this.#batch.count, index + READ_AHEAD);
      while (this.#items.length < end) this.#items.push(this.#read(this.#items.length));
    }
    return this.#items[index] as ReadItem;
  }

  #read(index: number): ReadItem {
    const { operation, context, attempts } = this.#batch;
    try {
      const { raw, errors = [], fileSink } = this.#batch.readItem(index);
      const inputs = readItem(operation, raw, context);
      for (const error of errors) inputs.errors.set(error.field ?? '', error);
      const refs = lookedUpIds(operation, inputs);
      const refusal = this.holders.refusal(index, refs, inputs);
      if (refusal) inputs.errors.set(refusal.field ?? '', refusal);
      if (inputs.errors.size > 0) return { inputs, fileSink, serialKeys: [], isFollower: false };
      const keys = serialKeys(operation.serialBy, inputs.values);
      const isFollower =
        operation.prepareReadsTarget === true && keys.some((key) => this.#serialKeys.has(key));
      for (const key of keys) this.#serialKeys.add(key);
      const earlier = attempts.earlierOutcome(index)?.state;
      for (const ref of earlier === 'done' ? [] : refs) {
        this.externalIds.expect(ref, earlier === 'failed');
      }
      return { inputs, fileSink, serialKeys: keys, isFollower };
    } catch (error) {
      return { error };
    }
  }

  /** Items that send nothing, e.g. invalid ones, would otherwise run in one go. */
  async #pauseRegularly(): Promise<void> {
    const { clock } = this.#batch.context.client;
    if (!this.#pause && clock.monotonicMs() - this.#resumedAt > PAUSE_AFTER_MS) {
      this.#pause = clock.sleep(1).finally(() => {
        this.#pause = undefined;
        this.#resumedAt = clock.monotonicMs();
      });
    }
    await this.#pause;
  }
}
