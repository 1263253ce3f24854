import { type ServiceError, invalidInput } from '../errors/serviceError';
import type { RawInput } from '../fields';
import type { Context, FileSink } from '../operations/context';
import type { Operation } from '../operations/operation';
import { serialKeys } from '../operations/serialBy';
import type { PassRef } from '../service/passRef';
import type { Attempts } from './attempts';
import type { Holders } from './holders';
import { type ItemInputs, lookedUpIds, readItem } from './runItem';

/** One item as the platform hands it over. */
interface BatchItem {
  raw: RawInput;
  /** Errors of settings that are not inputs of the operation; they fail the item. */
  errors?: readonly ServiceError[];
  fileSink?: FileSink;
}

/** One item of a batch, read and parsed; or the error that reading it threw. */
export type ReadItem =
  | {
      inputs: ItemInputs;
      fileSink: FileSink | undefined;
      /** Items that share one run one at a time. */
      serialKeys: string[];
    }
  | { inputs?: undefined; error: unknown; serialKeys: [] };

/** Where the items of a batch come from. */
export interface ItemSource {
  operation: Operation;
  context: Context;
  count: number;
  /** Reads one item; called once per item, in order. If it throws, the item fails. */
  readItem: (index: number) => BatchItem;
  attempts: Attempts;
}

/**
 * Reads all items, in order, and names the passes that they look up.
 * @param pause awaited before each item
 */
export async function readItems(
  source: ItemSource,
  holders: Holders,
  pause: () => Promise<void>,
): Promise<ReadItem[]> {
  const items: ReadItem[] = [];
  while (items.length < source.count) {
    await pause();
    const item = readOne(source, holders, items.length);
    if (item.inputs) refuseDisagreement(source.operation, item.inputs, items[0]?.inputs);
    items.push(item);
  }
  return items;
}

function readOne(source: ItemSource, holders: Holders, index: number): ReadItem {
  const { operation, context, attempts } = source;
  try {
    const { raw, errors = [], fileSink } = source.readItem(index);
    const inputs = readItem(operation, raw, context);
    for (const error of errors) inputs.errors.set(error.field ?? '', error);
    const refs = lookedUpIds(operation, inputs);
    const refusal = holders.refusal(index, refs, inputs);
    if (refusal) inputs.errors.set(refusal.field ?? '', refusal);
    if (inputs.errors.size > 0) return { inputs, fileSink, serialKeys: [] };

    const earlier = attempts.earlierOutcome(index)?.state;
    for (const { templateId, externalId } of earlier === 'done' ? [] : refs) {
      const passes = context.passes.of(templateId);
      passes.name({ externalId });
      if (earlier === 'failed') passes.neverClaim(externalId);
    }
    const { pass } = inputs.values as { pass?: PassRef };
    if (pass?.templateId !== undefined) context.passes.of(pass.templateId).name(pass);
    return { inputs, fileSink, serialKeys: serialKeys(operation.serialBy, inputs.values) };
  } catch (error) {
    return { error, serialKeys: [] };
  }
}

/** Items that belong together must agree on {@link Operation.sameForAll}. */
function refuseDisagreement(
  { input, sameForAll = [] }: Operation,
  { values, errors }: ItemInputs,
  first: ItemInputs | undefined,
): void {
  for (const key of first ? sameForAll : []) {
    if (first?.errors.has(key)) continue;
    const label = input[key]?.label ?? key;
    if (errors.has(key) || isSame(values[key], first?.values[key])) continue;
    const problem = 'is not the same as that of the first item';
    errors.set(
      key,
      invalidInput(
        label,
        key,
        problem,
        'All items of a run are one list: use one value for all of them.',
      ),
    );
  }
}

/** Values are parsed: a text, a number, or an object of those. */
function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
