import { invalidInput } from '../errors/serviceError';
import type { Context } from '../operations/context';
import type { Operation } from '../operations/operation';
import { serialKeys } from '../operations/serialBy';
import type { PassRef } from '../service/passRef';
import type { Attempts } from './attempts';
import type { ContactsByExternalId } from './contactsByExternalId';
import { type GivenItem, type ItemInputs, type RunItem, lookedUpIds, parseItem } from './runItem';

/** Where the items of a batch come from. */
export interface ItemSource<Own = unknown> {
  operation: Operation;
  context: Context;
  count: number;
  /** Reads one item; called once per item, in order. If it throws, the item fails. */
  readItem: (index: number) => GivenItem<Own>;
  attempts: Attempts;
}

/**
 * Reads all items, in order, and names the passes that they look up.
 * @param pause awaited before each item
 */
export async function readItems<Own>(
  source: ItemSource<Own>,
  contacts: ContactsByExternalId,
  pause: () => Promise<void>,
): Promise<RunItem<Own>[]> {
  const items: RunItem<Own>[] = [];
  while (items.length < source.count) {
    await pause();
    const index = items.length;
    const earlier = source.attempts.earlierResult(index);
    const item: RunItem<Own> = {
      ...{ index, earlier, refs: [], serialKeys: [] },
      result: { state: 'notStarted' },
    };
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

function readInto<Own>(
  item: RunItem<Own>,
  source: ItemSource<Own>,
  contacts: ContactsByExternalId,
): void {
  const { operation, context } = source;
  const given = source.readItem(item.index);
  const inputs = parseItem(operation, given.raw, context);
  for (const error of given.errors ?? []) inputs.errors.set(error.field ?? '', error);
  const refs = lookedUpIds(operation, inputs);
  const refusal = contacts.record(item.index, refs, inputs);
  if (refusal) inputs.errors.set(refusal.field ?? '', refusal);
  Object.assign(item, { given, inputs, refs });
  if (inputs.errors.size > 0) return;

  for (const { templateId, externalId } of item.earlier?.state === 'done' ? [] : refs) {
    const { list, claims } = context.passes.of(templateId);
    list.register({ externalId });
    if (item.earlier?.state === 'failed') claims.lookUpAlways(externalId);
  }
  const { pass } = inputs.values as { pass?: PassRef };
  if (pass?.templateId !== undefined) context.passes.of(pass.templateId).list.register(pass);
  item.serialKeys = serialKeys(operation.serialBy, inputs.values);
}

/** Items that belong together must agree on {@link Operation.wholeList}. */
function refuseDisagreement(
  { input, wholeList }: Operation,
  { values, errors }: ItemInputs,
  first: ItemInputs | undefined,
): void {
  for (const key of (first && wholeList?.sameForAll) ?? []) {
    if (first?.errors.has(key)) continue;
    const label = input[key]?.label ?? key;
    if (errors.has(key) || isSame(values[key], first?.values[key])) continue;
    const problem = 'differs from that of the first item';
    errors.set(
      key,
      invalidInput(
        label,
        key,
        problem,
        'Use the same value for all items: together, they are one list.',
      ),
    );
  }
}

/** Values are parsed: a text, a number, or an object of those. */
function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
