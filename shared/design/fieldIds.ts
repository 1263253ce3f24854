import { type ServiceError, throwIfAny } from '../errors/serviceError';
import { comparable, quoted, shortened, trimmed, withoutInvisible } from '../service/text';
import type { FieldPart, FieldPosition, ShownField } from './fields';

/** The IDs that fields keep, or get, when a design changes. */

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
  const matcher = new FieldMatcher(fields, replaced);
  for (const spelling of [sameCase, anyCase]) {
    matcher.matchPositions(spelling);
    matcher.matchLabels(spelling);
  }
  matcher.matchRelabeled();

  const ids = matcher.ids;
  const errors = sharedIdErrors(fields, ids, replaced);
  const kept = shown.filter(({ part }) => !parts.has(part));
  const taken = new Set([...ids.values(), ...kept.map(({ id }) => id)]);
  for (const field of matcher.open) {
    const id = camelCase(field.label ?? '');
    if (id === '') errors.push(noId(field));
    else if (taken.has(id)) errors.push(sharedId(field, id));
    taken.add(id);
    ids.set(field, id);
  }
  throwIfAny(errors);
  return ids;
}

/** Normalizes labels for comparison. */
type Spelling = (label: string) => string;
const sameCase: Spelling = (label) => trimmed(withoutInvisible(label)).normalize('NFC');
const anyCase: Spelling = comparable;

/** Matches each field to at most one field of the template, which keeps its ID. */
class FieldMatcher {
  readonly ids = new Map<DraftField, string>();
  private readonly matched = new Map<DraftField, ShownField>();
  /** Fields of the template without a match so far, in its order. */
  private readonly free: Set<ShownField>;
  private readonly positions: ReadonlyMap<ShownField, number>;

  constructor(
    private readonly fields: readonly DraftField[],
    private readonly shown: readonly ShownField[],
  ) {
    this.free = new Set(shown);
    this.positions = new Map(shown.map((field, i) => [field, i]));
    const byId = groupBy(shown, ({ id }) => id);
    for (const field of fields) {
      if (field.id !== undefined) this.keepGivenId(field, field.id, byId.get(field.id) ?? []);
    }
  }

  /**
   * Keeps an entered ID. With the same label it also matches the template's field of that ID.
   * @param ofId the template's fields of that ID; more than one is rare
   */
  private keepGivenId(field: DraftField, id: string, ofId: readonly ShownField[]): void {
    const same = ofId.filter((shown) => this.free.has(shown) && hasLabel(shown, field, anyCase));
    const shown = same.find(({ path }) => path === field.path) ?? same[0];
    if (shown) this.match(field, shown);
    this.ids.set(field, id);
  }

  /** Labeled fields without an ID so far. */
  get open(): DraftField[] {
    return this.fields.filter((field) => field.label !== undefined && !this.ids.has(field));
  }

  private match(field: DraftField, shown: ShownField): void {
    this.free.delete(shown);
    this.matched.set(field, shown);
    this.ids.set(field, shown.id);
  }

  /** Matches fields by position and label. */
  matchPositions(spelling: Spelling): void {
    this.matchEach((field, shown) => hasLabel(shown, field, spelling));
  }

  /** Matches a field with a new label to the one in its position, unless that one moved. */
  matchRelabeled(): void {
    const given = new Set(this.fields.map(({ id }) => id));
    this.matchEach((_, { id }) => !given.has(id));
  }

  /** Matches every open field to the one in its position, on a condition. */
  private matchEach(isMatch: (field: DraftField, shown: ShownField) => boolean): void {
    const byPath = new Map([...this.free].map((shown) => [shown.path, shown]));
    for (const field of this.open) {
      const shown = byPath.get(field.path);
      if (shown && isMatch(field, shown)) this.match(field, shown);
    }
  }

  /** Matches moved fields by label: first within their part, then in the whole design. */
  matchLabels(spelling: Spelling): void {
    const label = (field: DraftField | ShownField) => spelling(field.label ?? '');
    this.matchGroups((field) => `${field.part} ${label(field)}`, 'skip');
    this.matchGroups(label, 'refuse');
  }

  /**
   * Matches the fields of a group in order if their number is unchanged.
   * @param otherwise what to do if the number changed, so that the match is ambiguous
   */
  private matchGroups(
    group: (field: DraftField | ShownField) => string,
    otherwise: 'skip' | 'refuse',
  ): void {
    const free = groupBy([...this.free], group);
    const unidentified = groupBy(
      this.fields.filter(({ label, id }) => label !== undefined && id === undefined),
      group,
    );
    for (const [key, fields] of groupBy(this.open, group)) {
      const shown = free.get(key);
      if (!shown) continue;
      if (fields.length === shown.length) {
        fields.forEach((field, i) => this.match(field, shown[i] as ShownField));
        this.refuseReordered(fields, shown, unidentified.get(key) ?? []);
      } else if (otherwise === 'refuse') {
        throw ambiguousLabel(fields, shown);
      }
    }
  }

  /**
   * Only the order distinguishes fields of the same label, so it must not change.
   * @param ofGroup all fields of that label without an entered ID, also those matched earlier
   */
  private refuseReordered(
    fields: DraftField[],
    shown: ShownField[],
    ofGroup: readonly DraftField[],
  ): void {
    const order = ofGroup
      .flatMap((field) => this.matched.get(field) ?? [])
      .map((field) => this.positions.get(field) ?? 0);
    if (order.some((position, i) => position < (order[i - 1] ?? 0))) {
      throw ambiguousLabel(fields, shown);
    }
  }
}

function hasLabel(shown: ShownField, { label = '' }: DraftField, spelling: Spelling): boolean {
  return spelling(shown.label) === spelling(label);
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
    `cannot be turned into a field ID: ${quoted(label)}`,
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
