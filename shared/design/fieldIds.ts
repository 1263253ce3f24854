/**
 * Decides which ID each field of a card gets. Passes store values by field ID, so a field with a new ID loses its
 * values on every card (docs/decisions.md#field-ids-of-a-changed-design). The first rule that fits decides:
 *
 * 1. The ID that was entered.
 * 2. The ID of the field with the same place and label.
 * 3. The ID of the field with the same label in another place.
 * 4. The ID of the field in the same place, if the new label may be another name of it.
 * 5. A new ID, made from the label.
 */

import { type ServiceError, throwIfAny } from '../errors/serviceError';
import { groupBy } from '../runtime/records';
import { comparable, quoted, shortened } from '../service/text';
import type { FieldPart, FieldPosition, ShownField } from './fields';

/** A field as entered. Without a label and an ID, it is an empty column. */
export interface EnteredField extends FieldPosition {
  label?: string;
  id?: string;
  /** Unknown keys from Design (JSON). */
  otherKeys?: Record<string, unknown>;
  /** Creates an error that names the input of this field. */
  createError: CreateError;
}

export type CreateError = (problem: string, fix: string) => ServiceError;

/** Whether the IDs depend on the fields that the template has now. */
export function needsCurrentFieldIds(fields: readonly EnteredField[]): boolean {
  const entered = fields.flatMap(({ id }) => id ?? []);
  return fields.some(isWithoutId) || new Set(entered).size < entered.length;
}

/**
 * Assigns an ID to every field with a label or an ID.
 * @param parts parts of the design that are sent; the others stay unchanged
 * @param shown fields that the template shows now; empty when creating
 * @throws {ServiceError} `invalidInput` naming a label that matches more than one field of the template, or else
 *   every field that would share an ID or whose label yields none
 */
export function assignFieldIds(
  fields: readonly EnteredField[],
  parts: ReadonlySet<FieldPart>,
  shown: readonly ShownField[],
): Map<EnteredField, string> {
  const replaced = shown.filter(({ part }) => parts.has(part));
  const unchanged = shown.filter(({ part }) => !parts.has(part));
  // Rules 2 to 4, then rule 1; the loop below is rule 5.
  const ids = keptIds(fields, replaced);
  for (const field of fields) if (field.id !== undefined) ids.set(field, field.id);
  const errors = sharedIdErrors(fields, ids, replaced);
  const taken = new Set([...ids.values(), ...unchanged.map(({ id }) => id)]);
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

/**
 * Rules 2 to 4: the IDs that fields without an entered ID keep. Each rule handles the fields that the previous rules
 * have not matched.
 */
function keptIds(
  entered: readonly EnteredField[],
  shown: readonly ShownField[],
): Map<EnteredField, string> {
  const kept = new Map<EnteredField, string>();
  const withoutId = entered.filter(isWithoutId);
  const fields = new Set(withoutId);
  const matchedById = enteredWithId(entered, shown);
  const unmatched = new Set(shown.filter((known) => !matchedById.has(known)));
  const keep = (field: EnteredField, known: ShownField) => {
    kept.set(field, known.id);
    fields.delete(field);
    unmatched.delete(known);
  };
  const keepInPlace = (isSame: (field: EnteredField, known: ShownField) => boolean) => {
    const byPath = new Map([...unmatched].map((known) => [known.path, known]));
    for (const field of fields) {
      const known = byPath.get(field.path);
      if (known && isSame(field, known)) keep(field, known);
    }
  };
  const [shownLabels, enteredLabels] = [groupBy(shown, labelOf), groupBy(withoutId, labelOf)];
  const isUnique = (label: string) =>
    shownLabels.get(label)?.length === 1 && enteredLabels.get(label)?.length === 1;

  // Rule 2. Letter case may differ if no other field has the label.
  keepInPlace((field, known) => {
    const label = labelOf(field);
    return field.label === known.label || (label === labelOf(known) && isUnique(label));
  });
  // Rule 3. If several fields have the label, nobody can know which of them moved.
  const byLabel = groupBy(unmatched, labelOf);
  for (const field of fields) {
    const known = byLabel.get(labelOf(field)) ?? [];
    if (known.length > 0 && !isUnique(labelOf(field))) throw ambiguousLabel(field, known);
    for (const one of known) keep(field, one);
  }
  // Rule 4. Does not apply if the ID was entered, perhaps for another field.
  const enteredIds = new Set(entered.map(({ id }) => id));
  keepInPlace((field, known) => !enteredIds.has(known.id) && mayBeRename(field, known));
  return kept;
}

/**
 * Whether a field may still be the same under its new label: half of the shorter label is in the longer label, as in
 * `Points` and `Bonus points`. If the labels have nothing in common, the old values do not belong to the new field. The
 * single headline stays the same field under any label, to the service as well.
 */
function mayBeRename(field: EnteredField, known: ShownField): boolean {
  if (field.part === 'header') return true;
  const [short = '', long = ''] = [labelOf(field), labelOf(known)].sort(
    (a, b) => a.length - b.length,
  );
  const needed = Math.min(short.length, Math.max(3, Math.ceil(short.length / 2)));
  for (let start = 0; start + needed <= short.length; start += 1) {
    if (long.includes(short.slice(start, start + needed))) return true;
  }
  return false;
}

/**
 * The fields of the template that were entered with their ID and label, so that no other field can keep their ID. If
 * several fields have both, the field in the same place, or else the next field.
 */
function enteredWithId(
  entered: readonly EnteredField[],
  shown: readonly ShownField[],
): Set<ShownField> {
  const matched = new Set<ShownField>();
  const shownById = groupBy(shown, ({ id }) => id);
  for (const field of entered) {
    const known = shownById.get(field.id ?? '') ?? [];
    const same = known.filter((one) => labelOf(one) === labelOf(field));
    const match =
      same.find(({ path }) => path === field.path) ?? same.find((one) => !matched.has(one));
    if (match) matched.add(match);
  }
  return matched;
}

function isWithoutId({ label, id }: EnteredField): boolean {
  return label !== undefined && id === undefined;
}

/** The label for comparisons, which ignore case. */
function labelOf({ label = '' }: { label?: string }): string {
  return comparable(label);
}

/** Two fields may share an ID only if they already do in the template. */
function sharedIdErrors(
  fields: readonly EnteredField[],
  ids: ReadonlyMap<EnteredField, string>,
  shown: readonly ShownField[],
): ServiceError[] {
  const uses = new Map<string, number>();
  const shownById = groupBy(shown, ({ id }) => id);
  return fields.flatMap((field) => {
    const id = ids.get(field);
    if (id === undefined) return [];
    const count = (uses.get(id) ?? 0) + 1;
    uses.set(id, count);
    return count > Math.max(1, shownById.get(id)?.length ?? 0) ? [sharedId(field, id)] : [];
  });
}

const GIVE_ID = "Enter a different 'Field ID' for each field.";

function sharedId({ createError }: EnteredField, id: string): ServiceError {
  return createError(`has a field ID that is used twice: ${quoted(id)}`, GIVE_ID);
}

function ambiguousLabel(
  { label = '', createError }: EnteredField,
  known: ShownField[],
): ServiceError {
  const ids = known.map(({ id }) => shortened(id)).join(', ');
  return createError(
    `is used for more than one field ('${shortened(label)}'), so it is unclear which field of the template this is (${ids})`,
    GIVE_ID,
  );
}

function noId({ label = '', createError }: EnteredField): ServiceError {
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
