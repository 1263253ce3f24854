/** The IDs that fields keep, or get, when a design changes. */

import { type ServiceError, throwIfAny } from '../errors/serviceError';
import { comparable, quoted, shortened } from '../service/text';
import type { FieldPart, FieldPosition, ShownField } from './fields';

/** A field as entered. Without label and ID it is an empty column. */
export interface DraftField extends FieldPosition {
  label?: string;
  id?: string;
  /** Creates an error that names the input of this field. */
  createError: (problem: string, hint: string) => ServiceError;
}

const GIVE_ID = "Enter a different 'Field ID' for each field.";

/** Whether the IDs depend on the fields that the template has now. */
export function needsCurrentFieldIds(fields: readonly DraftField[]): boolean {
  const given = fields.flatMap(({ id }) => id ?? []);
  const isWithoutId = ({ label, id }: DraftField) => label !== undefined && id === undefined;
  return fields.some(isWithoutId) || new Set(given).size < given.length;
}

/**
 * Assigns an ID to every field with a label or an ID. Passes store values by field ID, so a field with a
 * new ID loses its values on every card (docs/decisions.md#field-ids-of-a-changed-design).
 * @param parts parts of the design that are sent; the others stay unchanged
 * @param shown fields that the template shows now; empty when creating
 * @throws {ServiceError} `invalidInput` naming a label that matches more than one field of the template, or else
 *   every field that would share an ID or whose label yields none
 */
export function assignFieldIds(
  fields: readonly DraftField[],
  parts: ReadonlySet<FieldPart>,
  shown: readonly ShownField[],
): Map<DraftField, string> {
  const replaced = shown.filter(({ part }) => parts.has(part));
  const ids = keptIds(fields, replaced);
  const errors = sharedIdErrors(fields, ids, replaced);
  const kept = shown.filter(({ part }) => !parts.has(part));
  const taken = new Set([...ids.values(), ...kept.map(({ id }) => id)]);
  for (const field of fields) {
    if (field.label === undefined || ids.has(field)) continue;
    const id = camelCase(field.label);
    if (id === '') errors.push(noId(field));
    else if (taken.has(id)) errors.push(sharedId(field, id));
    taken.add(id);
    ids.set(field, id);
  }
  throwIfAny(errors);
  return ids;
}

/** The IDs that are given, or kept from the fields that the template shows now. The first rule that fits decides. */
function keptIds(
  fields: readonly DraftField[],
  shown: readonly ShownField[],
): Map<DraftField, string> {
  const ids = new Map<DraftField, string>();
  /** Fields of the template whose ID nobody keeps so far. */
  const free = new Set(shown);
  const open = () => fields.filter((field) => field.label !== undefined && !ids.has(field));
  const keep = (field: DraftField, known: ShownField) => {
    free.delete(known);
    ids.set(field, known.id);
  };
  const keepInPlace = (isSame: (field: DraftField, known: ShownField) => boolean) => {
    const byPath = new Map([...free].map((known) => [known.path, known]));
    for (const field of open()) {
      const known = byPath.get(field.path);
      if (known && isSame(field, known)) keep(field, known);
    }
  };

  const given = new Set<string>();
  for (const field of fields) {
    if (field.id === undefined) continue;
    given.add(field.id);
    ids.set(field, field.id);
    const same = shown.filter((known) => known.id === field.id && hasSameLabel(field, known));
    const known = same.find(({ path }) => path === field.path) ?? same.find((one) => free.has(one));
    if (known) free.delete(known);
  }
  const shownByLabel = groupBy(shown, labelOf);
  const enteredByLabel = groupBy(
    fields.filter(({ id }) => id === undefined),
    labelOf,
  );
  const isUnique = (label: string) =>
    shownByLabel.get(label)?.length === 1 && enteredByLabel.get(label)?.length === 1;
  keepInPlace(
    (field, known) =>
      field.label === known.label || (hasSameLabel(field, known) && isUnique(labelOf(field))),
  );
  const freeByLabel = groupBy([...free], labelOf);
  for (const [label, moved] of groupBy(open(), labelOf)) {
    const known = freeByLabel.get(label);
    if (!known) continue;
    if (!isUnique(label)) throw ambiguousLabel(moved, known);
    for (const field of moved) keep(field, known[0] as ShownField);
  }
  // What is left in its place has a new label.
  keepInPlace((_, { id }) => !given.has(id));
  return ids;
}

function labelOf({ label = '' }: Pick<DraftField, 'label'>): string {
  return comparable(label);
}

function hasSameLabel(field: DraftField, known: ShownField): boolean {
  return labelOf(field) === labelOf(known);
}

function groupBy<T>(items: readonly T[], group: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = group(item);
    const existing = groups.get(key);
    if (existing) existing.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** Two fields may share an ID only if they already do in the template. */
function sharedIdErrors(
  fields: readonly DraftField[],
  ids: ReadonlyMap<DraftField, string>,
  shown: readonly ShownField[],
): ServiceError[] {
  const count = new Map<string, number>();
  const before = groupBy(shown, ({ id }) => id);
  return fields.flatMap((field) => {
    const id = ids.get(field);
    if (id === undefined) return [];
    const uses = (count.get(id) ?? 0) + 1;
    count.set(id, uses);
    return uses > Math.max(1, before.get(id)?.length ?? 0) ? [sharedId(field, id)] : [];
  });
}

function sharedId(field: DraftField, id: string): ServiceError {
  return field.createError(`has a field ID that is used twice: ${quoted(id)}`, GIVE_ID);
}

function ambiguousLabel([first]: DraftField[], shown: ShownField[]): ServiceError {
  const ids = shown.map(({ id }) => shortened(id)).join(', ');
  const label = shortened(first?.label ?? '');
  const { createError } = first as DraftField;
  return createError(
    `is used for more than one field ('${label}'), so it is unclear which field of the template this is (${ids})`,
    GIVE_ID,
  );
}

function noId({ label = '', createError }: DraftField): ServiceError {
  return createError(
    `can't be turned into a field ID: ${quoted(label)}`,
    "Enter a 'Field ID' with letters and digits.",
  );
}

/** Derives an ID from a label as the service does: `Member number` -> `memberNumber`. */
function camelCase(label: string): string {
  const words = label
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  return words
    .map((word, i) => {
      const initial = i === 0 ? word.charAt(0).toLowerCase() : word.charAt(0).toUpperCase();
      return initial + word.slice(1);
    })
    .join('');
}
