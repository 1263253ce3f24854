import type { ExternalIdIndex } from '../api/externalIdIndex';
import { createExternalIdIndex } from '../api/externalIdIndex';
import type { Duplicates } from '../api/externalIdList';
import { isServiceError } from '../errors/serviceError';
import type { RawInput } from '../fields';
import type { Output } from '../fields/output';
import type {
  FileSink,
  Operation,
  OperationContext,
  OperationResult,
} from '../operations/operation';
import { serialKeys } from '../operations/serialBy';
import type { CompletedItems } from './completedItems';
import type { SharedContext } from './createContext';
import { reportOf } from './runReport';
import type { RunReport } from './runReport';
import { runItems } from './runItems';
import type { ItemResult } from './runItems';
import { readItem, runValidated, validateItem } from './runOperation';
import type { ItemInputs } from './runOperation';

/** Many items of one operation; `R` is the platform's own form of a result. */
interface Batch<R> {
  operation: Operation;
  context: SharedContext;
  /** The same for every attempt of this run and for no other run. */
  runKey: string;
  count: number;
  /** Raw inputs of one item, asked for once, in order. If it throws, the item fails. */
  rawInput: (index: number) => RawInput;
  /** Runs one item and, for an operation that returns a file, stores the file. */
  run: (index: number, runOperation: (file?: FileSink) => Promise<OperationResult>) => Promise<R>;
  /** The output of a result, `undefined` for a list. The report shows its IDs. */
  singleOutput: (result: R) => Output | undefined;
  /** How many items may run at the same time. */
  concurrency: number;
  /**
   * Whether a failed item stops the run. The inputs of all items are then validated before anything
   * is sent.
   */
  stopOnFailure: boolean;
  completed: CompletedItems<R>;
}

/** A run that ended. */
interface BatchResult<R> {
  /** In the order of the items. */
  results: ItemResult<R>[];
  /** What this run and an overlapping one have both issued, if one was noticed. */
  duplicates?: Duplicates;
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
 * Inputs are read in groups so that thousands of expressions do not delay the first request. Smaller
 * groups cost more processor time, larger ones delay responses.
 */
const READ_AHEAD = 10;
/** Longest time without a pause, ms: the platform has other requests to answer. */
const PAUSE_AFTER_MS = 40;

/**
 * Runs an operation for many items, in parallel, with one result per item. Items that share a
 * concurrency key run one after another.
 * @throws {BatchStopped} if an item failed and `stopOnFailure` is set
 */
export async function runBatch<R>(batch: Batch<R>): Promise<BatchResult<R>> {
  const { operation, count, concurrency, stopOnFailure, completed } = batch;
  const items = createItems(batch);
  if (stopOnFailure) await validateAll(batch, items);

  const results = await runItems({
    count,
    concurrency,
    stopOnFailure,
    concurrencyKeys: (index) => concurrencyKeysOf(operation, items.get(index)),
    run: (index) => runItem(batch, items, index),
  });

  const duplicates = await items.externalIds.findDuplicates();
  const failedAt = results.findIndex(({ state }) => state === 'failed');
  // If the workflow continues after a failed item, platforms retry only if the first one failed.
  completed.finish(stopOnFailure ? failedAt >= 0 : results[0]?.state === 'failed');
  if (stopOnFailure && failedAt >= 0) throw batchStopped(batch, results, failedAt, duplicates);
  return { results, duplicates };
}

/** The inputs of one item, or the error that reading them threw. */
type Item = { inputs: ItemInputs } | { error: unknown };

interface Items {
  get(index: number): Item;
  /** The inputs, validated once. */
  validated(index: number): Promise<ItemInputs>;
  context(index: number): OperationContext;
  externalIds: ExternalIdIndex;
}

function createItems<R>({
  operation,
  context: shared,
  runKey,
  count,
  rawInput,
  stopOnFailure,
  completed,
}: Batch<R>): Items {
  const read: Item[] = [];
  const externalIds = createExternalIdIndex(shared.client, () => ({ read: read.length, count }));
  const validating: Promise<ItemInputs>[] = [];
  const { clock } = shared.client;
  let resumedAt = clock.monotonicMs();
  let pause: Promise<void> | undefined;

  function readUntil(end: number): void {
    while (read.length < Math.min(count, end)) read.push(readOne(read.length));
  }

  function readOne(index: number): Item {
    try {
      const inputs = readItem(operation, rawInput(index), shared);
      expectExternalId(index, inputs);
      return { inputs };
    } catch (error) {
      return { error };
    }
  }

  function expectExternalId(index: number, { values, refused }: ItemInputs): void {
    const earlier = completed.status(index)?.state;
    const ref = refused.size === 0 ? operation.issuesIfNew?.(values) : undefined;
    if (ref && earlier !== 'done') externalIds.expect(ref, earlier === 'failed');
  }

  function get(index: number): Item {
    if (index >= read.length) readUntil(index + READ_AHEAD);
    return read[index] as Item;
  }

  /** Items that send nothing, e.g. invalid ones, would otherwise run in one go. */
  async function pauseRegularly(): Promise<void> {
    if (!pause && clock.monotonicMs() - resumedAt > PAUSE_AFTER_MS) {
      pause = clock.sleep(1).finally(() => {
        pause = undefined;
        resumedAt = clock.monotonicMs();
      });
    }
    await pause;
  }

  async function validate(index: number): Promise<ItemInputs> {
    await pauseRegularly();
    const item = get(index);
    if ('error' in item) throw item.error;
    await validateItem(operation, context(index), item.inputs, stopOnFailure);
    return item.inputs;
  }

  function context(index: number): OperationContext {
    return { ...shared, itemKey: `${runKey}:${index}`, externalIds };
  }

  return {
    get,
    validated: (index) => (validating[index] ??= validate(index)),
    context,
    externalIds,
  };
}

/**
 * Validates all items before anything is sent. Reports every item with a bad value; after another
 * error, e.g. a refused API key, the remaining items are not validated.
 * @throws {BatchStopped} if an item is invalid
 */
async function validateAll<R>(batch: Batch<R>, items: Items): Promise<void> {
  const { count, concurrency, completed } = batch;
  let onlyInvalidInput = true;
  const results = await runItems<undefined>({
    count,
    concurrency,
    stopOnFailure: false,
    concurrencyKeys: () => [],
    run: async (index) => {
      if (!onlyInvalidInput || completed.status(index)?.state === 'done') return undefined;
      await items.validated(index).catch((thrown: unknown) => {
        onlyInvalidInput &&= isServiceError(thrown, 'invalidInput');
        throw completed.fail(index, thrown);
      });
      return undefined;
    },
  });
  const failedAt = results.findIndex(({ state }) => state === 'failed');
  if (failedAt < 0) return;
  completed.finish(true);
  const notRun = results.map((result): ItemResult<R> =>
    result.state === 'failed' ? result : { state: 'notStarted' },
  );
  throw batchStopped(batch, notRun, failedAt);
}

function concurrencyKeysOf(operation: Operation, item: Item): string[] {
  if ('error' in item || item.inputs.refused.size > 0) return [];
  return serialKeys(operation.serialBy, item.inputs.values);
}

async function runItem<R>(batch: Batch<R>, items: Items, index: number): Promise<R> {
  const { completed } = batch;
  const earlier = completed.result(index);
  if (earlier !== undefined) return earlier;
  const result = await validateAndRun(batch, items, index).catch((thrown: unknown) => {
    throw completed.fail(index, thrown);
  });
  completed.succeed(index, result);
  return result;
}

async function validateAndRun<R>(
  { operation, run }: Batch<R>,
  items: Items,
  index: number,
): Promise<R> {
  const inputs = await items.validated(index);
  return await run(index, (file) =>
    runValidated(operation, { ...items.context(index), fileSink: file }, inputs),
  );
}

/** The report includes earlier attempts, because platforms drop the results of a failed run. */
function batchStopped<R>(
  { completed, singleOutput }: Batch<R>,
  results: readonly ItemResult<R>[],
  failedAt: number,
  duplicates?: Duplicates,
): BatchStopped {
  const allAttempts = results.map((result, index) =>
    result.state === 'done' ? result : (completed.status(index) ?? result),
  );
  const { error } = results[failedAt] as { error: unknown };
  return new BatchStopped(error, failedAt, { ...reportOf(allAttempts, singleOutput), duplicates });
}
