/** The first phase of a run: reads and parses all items, and registers the passes that they name. */

import { catchServiceError, type ServiceError, throwIfAny } from '../errors/serviceError';
import type { RawInput } from '../fields';
import type { Context, FileSink } from '../operations/context';
import type { Note } from '../operations/notes';
import type { Operation, OperationResult } from '../operations/operation';
import { lockKeys } from '../operations/serialBy';
import type { Attempts, EarlierResult } from './attempts';
import { ContactsByExternalId } from './contactsByExternalId';
import type { ItemRows } from '../operations/itemNames';
import type { ItemResult } from './runItems';
import {
  type ItemInputs,
  type PreparedItem,
  readIdsToLookUp,
  namedPass,
  parseItem,
} from './itemPhases';

/** One item as the platform collects it. `ItemOutput` is what the platform needs for its output. */
interface CollectedItem<ItemOutput = unknown> {
  raw: RawInput;
  /** Errors of settings that are not inputs of the operation; they fail the item. */
  errors?: readonly ServiceError[];
  fileSink?: FileSink;
  /** Whether its row is blank, as the last rows of a sheet may be. */
  isBlank?: () => boolean;
  /** How the platform wants the result. */
  output?: ItemOutput;
}

/** One item of a run, from the collected parameters to its result. */
export interface RunItem<ItemOutput = unknown> {
  /** Numbered from 0. */
  readonly index: number;
  /** How it ended in an earlier attempt of the run, if it was sent. */
  readonly earlier: EarlierResult | undefined;
  /** Neither this nor `inputs` is set if reading it threw {@link readError}. */
  collected?: CollectedItem<ItemOutput>;
  inputs?: ItemInputs;
  readError?: unknown;
  /** Whether its row is blank, so that it is skipped if another row has values. */
  isBlankRow?: boolean;
  /** Items that share a key run one at a time. */
  lockKeys: readonly string[];
  /** Set when it begins to be prepared. A refused item keeps the rejection, and so fails again with the same error. */
  prepared?: Promise<PreparedItem>;
  result: ItemResult<OperationResult>;
  /** Notes about its result. */
  notes: readonly Note[];
}

/** Source of the items of a run. */
export interface ItemSource<ItemOutput = unknown> {
  operation: Operation;
  context: Context;
  count: number;
  /** Collects one item; called once per item, in order. If it throws, the item fails. */
  collectItem: (index: number) => CollectedItem<ItemOutput>;
  /** Rows of the items, for messages. Default: none. */
  rows?: ItemRows;
  attempts: Attempts;
}

/**
 * Reads all items, in order. Skips blank rows if there are others. Never throws for an item.
 * @param pause awaited before each item
 */
export async function readItems<ItemOutput>(
  source: ItemSource<ItemOutput>,
  pause: () => Promise<void>,
): Promise<RunItem<ItemOutput>[]> {
  const contacts = new ContactsByExternalId(source.rows ?? []);
  const items: RunItem<ItemOutput>[] = [];
  while (items.length < source.count) {
    await pause();
    const index = items.length;
    const item: RunItem<ItemOutput> = {
      index,
      earlier: source.attempts.earlierResult(index),
      lockKeys: [],
      result: { state: 'notStarted' },
      notes: [],
    };
    try {
      readInto(item, source, contacts);
    } catch (error) {
      item.readError = error;
    }
    items.push(item);
  }
  return withoutBlankRows(items, source.context);
}

function withoutBlankRows<I extends RunItem>(items: I[], { notes }: Context): I[] {
  const filled = items.filter(({ isBlankRow }) => isBlankRow !== true);
  const count = items.length - filled.length;
  if (count === 0 || filled.length === 0) return items;
  notes.push({ code: 'blankRows', count });
  return filled;
}

/**
 * Reads an item. A refused item still registers its external IDs, so that the rows of their passes are kept, but no
 * lookups and no locks, because it sends nothing.
 */
function readInto<ItemOutput>(
  item: RunItem<ItemOutput>,
  { operation, context, collectItem }: ItemSource<ItemOutput>,
  contacts: ContactsByExternalId,
): void {
  const collected = collectItem(item.index);
  const inputs = parseItem(operation, collected.raw, context);
  // Only a refused row is treated as blank, because an operation without mapped inputs may be valid with any row.
  item.isBlankRow = inputs.errors.size > 0 && collected.isBlank?.() === true;
  for (const error of collected.errors ?? []) addError(inputs, error);
  const refs = readIdsToLookUp(operation, inputs);
  // A refused item is compared, too, because its external ID may belong to another person.
  const refusal = contacts.record(item.index, refs, inputs);
  if (refusal) addError(inputs, refusal);
  Object.assign(item, { collected, inputs });
  const willBeSent = inputs.errors.size === 0;
  const { state: earlier } = item.earlier ?? {};
  for (const { templateId, externalId } of refs) {
    context.passes.list(templateId).cache.register(
      { externalId },
      {
        willLookUp: willBeSent && earlier !== 'done',
        mayBeInFlight: willBeSent && earlier === 'failed',
      },
    );
  }
  if (!willBeSent) return;
  item.lockKeys = lockKeys(operation.serialBy, inputs.values);
  // If the list is read for any item, it keeps the rows of all items.
  const pass = namedPass(inputs.values);
  if (pass?.templateId !== undefined) context.passes.list(pass.templateId).cache.register(pass);
}

/** Adds an error to the errors of its input, or to the errors without an input. No error may replace another. */
function addError({ errors }: ItemInputs, error: ServiceError): void {
  const key = error.field ?? '';
  const all = catchServiceError(() => throwIfAny([errors.get(key), error]));
  errors.set(key, all ?? error);
}
