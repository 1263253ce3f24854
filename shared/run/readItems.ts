/** The first phase of a run: all items are read and parsed, and each names the passes that it is about. */

import {
  catchServiceError,
  invalidInput,
  type ServiceError,
  throwIfAny,
} from '../errors/serviceError';
import type { Context } from '../operations/context';
import type { Operation } from '../operations/operation';
import { serialKeys } from '../operations/serialBy';
import type { PassLookup, PassRef } from '../service/requests';
import type { Attempts } from './attempts';
import type { ContactsByExternalId } from './contactsByExternalId';
import { type GivenItem, type ItemInputs, type RunItem, lookedUpIds, parseItem } from './runItem';

/** Where the items of a batch come from. */
export interface ItemSource<ItemOutput = unknown> {
  operation: Operation;
  context: Context;
  count: number;
  /** Reads one item; called once per item, in order. If it throws, the item fails. */
  readItem: (index: number) => GivenItem<ItemOutput>;
  attempts: Attempts;
}

/**
 * Reads all items, in order. Never throws for an item.
 * @param pause awaited before each item
 */
export async function readItems<ItemOutput>(
  source: ItemSource<ItemOutput>,
  contacts: ContactsByExternalId,
  pause: () => Promise<void>,
): Promise<RunItem<ItemOutput>[]> {
  const items: RunItem<ItemOutput>[] = [];
  while (items.length < source.count) {
    await pause();
    const item = unreadItem<ItemOutput>(items.length, source.attempts);
    try {
      readInto(item, source, contacts);
    } catch (error) {
      item.readError = error;
    }
    if (item.inputs) refuseDisagreement(source.operation, item.inputs, items[0]?.inputs);
    items.push(item);
  }
  return items;
}

function unreadItem<ItemOutput>(index: number, attempts: Attempts): RunItem<ItemOutput> {
  const earlier = attempts.earlierResult(index);
  return { index, earlier, refs: [], serialKeys: [], result: { state: 'notStarted' } };
}

/** Reads an item. One whose inputs are refused here names no passes, because it sends nothing. */
function readInto<ItemOutput>(
  item: RunItem<ItemOutput>,
  { operation, context, readItem }: ItemSource<ItemOutput>,
  contacts: ContactsByExternalId,
): void {
  const given = readItem(item.index);
  const inputs = parseItem(operation, given.raw, context);
  for (const error of given.errors ?? []) addError(inputs, error);
  const refs = lookedUpIds(operation, inputs);
  // Also of an item that is refused: the external ID may be anybody's.
  const refusal = contacts.record(item.index, refs, inputs);
  if (refusal) addError(inputs, refusal);
  Object.assign(item, { given, inputs, refs });
  for (const ref of refs) context.passes.of(ref.templateId).mention(ref.externalId);
  if (inputs.errors.size > 0) return;
  item.serialKeys = serialKeys(operation.serialBy, inputs.values);
  registerPasses(item, inputs, context);
}

/** Adds an error to those of the same input, or to those that are about no single one: none may be lost. */
function addError({ errors }: ItemInputs, error: ServiceError): void {
  const key = error.field ?? '';
  const all = catchServiceError(() => throwIfAny([errors.get(key), error]));
  errors.set(key, all ?? error);
}

/** Names the passes of an item, so that a list of passes that is read for all items keeps their rows. */
function registerPasses(
  { earlier, refs }: RunItem,
  { values }: ItemInputs,
  context: Context,
): void {
  if (earlier?.state !== 'done') {
    for (const { templateId, externalId } of refs) {
      const index = context.passes.of(templateId);
      index.name({ externalId });
      if (earlier) index.expect(externalId);
    }
  }
  const { pass } = values as { pass?: PassRef | PassLookup };
  if (pass?.templateId !== undefined) context.passes.of(pass.templateId).name(pass);
}

/** Refuses inputs that are not those of the first item, where all items are one list. */
function refuseDisagreement(
  { input, wholeList }: Operation,
  { values, errors }: ItemInputs,
  first: ItemInputs | undefined,
): void {
  if (!first || !wholeList) return;
  for (const key of wholeList.sameForAll) {
    if (first.errors.has(key) || errors.has(key) || isSame(values[key], first.values[key]))
      continue;
    const error = invalidInput(
      input[key]?.label ?? key,
      key,
      'differs from that of the first item',
      'Use the same value for all items: together, they are one list.',
    );
    errors.set(key, error);
  }
}

/** Values are parsed: a text, a number, or an object of those. */
function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
