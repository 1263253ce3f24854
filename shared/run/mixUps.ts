import type { DesignField } from '../design/fields';
import type { Output } from '../fields/output';
import type { Context } from '../operations/context';
import type { Operation, OperationResult, WrittenValues } from '../operations/operation';
import { sentDateFields } from '../operations/pass/output';
import { isRecord } from '../runtime/records';
import type { ExternalIdRef } from '../service/passRef';
import { isSameContact, normalizedContact } from '../service/contacts';
import type { Holders } from './holders';
import type { ReadItem } from './readItems';
import { type PreparedItem, lookedUpIds } from './runItem';
import type { ItemResult } from './runItems';

/** Signs that a pass got the values of several people, or is somebody else's. Items are numbered from 0. */
export interface MixUps {
  /** Items on one pass with different values. */
  conflicts?: ValueConflict[];
  /** Items whose pass existed before the run, stored with another email; where the list of passes was read. */
  otherEmails?: number[];
}

export interface ValueConflict {
  externalId: string;
  /** All items on the pass. */
  items: number[];
  /** The fields with different values, and the item whose value the pass has. */
  kept: { label: string; item: number }[];
}

/** The items of a run, after it. */
interface RunItems {
  holders: Holders;
  items: readonly ReadItem[];
  prepare: (index: number) => Promise<PreparedItem>;
}

/** Looks for mix-ups among the items that succeeded. Reads nothing that the run has not read. */
export async function findMixUps(
  operation: Operation,
  context: Context,
  results: readonly ItemResult<OperationResult>[],
  { holders, items, prepare }: RunItems,
): Promise<MixUps> {
  const conflicts: ValueConflict[] = [];
  for (const { ref, items: indexes } of operation.written ? holders.shared() : []) {
    const writers: Writer[] = [];
    for (const item of indexes) {
      const result = resultOf(results, item);
      // An item that an earlier attempt has completed is prepared again, which may fail now.
      const plan = result && (await prepare(item).catch(() => undefined))?.plan;
      const written = plan === undefined ? undefined : operation.written?.(plan);
      if (result && written) writers.push({ item, state: stateOf(result), written });
    }
    const kept = keptValues(writers);
    if (kept.size === 0) continue;
    const labels = await labelsOf(operation, context, ref, [...kept.keys()]);
    conflicts.push({
      externalId: ref.externalId,
      items: writers.map(({ item }) => item),
      kept: [...kept.values()].map((item, i) => ({ label: labels[i] ?? '', item })),
    });
  }

  const otherEmails: number[] = [];
  for (const index of results.keys()) {
    if (!EXISTED.has(stateOf(resultOf(results, index) ?? {}))) continue;
    const inputs = items[index]?.inputs;
    const email = inputs?.values.email;
    if (!inputs || typeof email !== 'string') continue;
    const [ref] = lookedUpIds(operation, inputs);
    const stored = ref && (await context.passes.of(ref.templateId).rowOf(ref.externalId))?.email;
    if (stored && !isSameContact('email', stored, email)) otherEmails.push(index);
  }
  return {
    ...(conflicts.length > 0 && { conflicts }),
    ...(otherEmails.length > 0 && { otherEmails }),
  };
}

/** The output of an item that succeeded; of a list, nothing. */
function resultOf(
  results: readonly ItemResult<OperationResult>[],
  index: number,
): Output | undefined {
  const result = results[index];
  return result?.state === 'done' && !Array.isArray(result.value) ? result.value : undefined;
}

/** How the run of an item ended for its pass, or would end according to a preview. */
function stateOf({ wouldBe, outcome }: Output): unknown {
  return wouldBe ?? outcome;
}

const EXISTED = new Set<unknown>(['existing', 'updated', 'unchanged']);

/** An item on a pass, in the order in which they ran. */
interface Writer {
  item: number;
  state: unknown;
  written: WrittenValues;
}

/**
 * Compares the values that the items of one pass give it. What the pass had before the run does not count.
 * @returns the item whose value the pass has, by path, for values that differ
 */
function keptValues(writers: readonly Writer[]): Map<string, number> {
  const onPass = new Map<string, { value: string | undefined; item: number }>();
  for (const { item, state, written } of writers) {
    // An unchanged pass already had what it would have got.
    const has = state === 'updated' || state === 'unchanged' ? written.toExisting : {};
    for (const [path, value] of valuesOf(state === 'created' ? written.toNew : has)) {
      if (onPass.get(path)?.value !== value) onPass.set(path, { value, item });
    }
  }
  const issuer = writers.find(({ state }) => state === 'created');
  const kept = new Map<string, number>();
  for (const { written } of writers) {
    for (const [path, value] of valuesOf(written.toNew)) {
      // What the issuing item left empty stays empty unless a later one fills it.
      const final = onPass.get(path) ?? (issuer && { value: undefined, item: issuer.item });
      if (final && final.value !== value) kept.set(path, final.item);
    }
  }
  return kept;
}

/** `{ customFields: { level: 2 }, email: 'A@x.de' }` -> `customFields.level: '2'`, `email: 'a@x.de'` */
function valuesOf(values: object): [path: string, value: string][] {
  return Object.entries(values).flatMap(([key, value]: [string, unknown]) => {
    if (isRecord(value)) {
      return valuesOf(value).map(([id, each]): [string, string] => [`${key}.${id}`, each]);
    }
    if (typeof value === 'number') return [[key, String(value)]];
    if (typeof value !== 'string') return [];
    return [
      [key, key === 'email' || key === 'phone' ? (normalizedContact(key, value) ?? value) : value],
    ];
  });
}

/** What people call values: the label of the field in the design, or of the input. */
async function labelsOf(
  { input }: Operation,
  { templates }: Context,
  { templateId }: ExternalIdRef,
  paths: readonly string[],
): Promise<string[]> {
  const parts = paths.map((path) => {
    const dot = path.indexOf('.');
    return { group: path.slice(0, Math.max(0, dot)), id: path.slice(dot + 1) };
  });
  const inDesign = ({ group, id }: (typeof parts)[0]) =>
    group !== '' && !Object.hasOwn(sentDateFields, id);
  const fields: DesignField[] | undefined = parts.some(inDesign)
    ? await templates.fields(templateId).catch(() => undefined)
    : undefined;
  return parts.map(({ group, id }) => {
    const field = fields?.find((one) => one.valueGroup === group && one.id === id);
    return field?.label ?? input[id]?.label ?? id;
  });
}
