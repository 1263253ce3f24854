/** Finds the field of a design by its ID or label, and suggests a field if there is none. */

import { distance } from 'fastest-levenshtein';

import { ServiceError, prefixed } from '../errors/serviceError';
import { comparable, quoted, shortened } from '../service/text';
import { joinWords } from '../service/wording';
import { type DesignFields, type DesignField, isAlwaysListed } from './fields';

/**
 * The field with this ID, or else the only field with this label or ID in any case.
 * @param isHeader whether the name is the header of a column: then the only field with this label comes first
 */
export function findField(
  fields: readonly DesignField[],
  name: string,
  isHeader = false,
): DesignField | undefined {
  const matches = fieldsNamed(fields, name);
  const withLabel = matches.filter(({ label }) => comparable(label) === comparable(name));
  if (isHeader && withLabel.length === 1) return withLabel[0];
  return fieldWithId(fields, name) ?? (matches.length === 1 ? matches[0] : undefined);
}

/** The field with exactly this ID. */
export function fieldWithId(fields: readonly DesignField[], id: string): DesignField | undefined {
  return indexOf(fields).byId.get(id);
}

/**
 * The field with this ID or label. If the design is unknown, every name is accepted as an ID.
 * @param input the input that contains the name
 * @throws {ServiceError} `invalidInput` if there is none, or if the label is not unique
 */
export function resolveField(
  design: DesignFields | undefined,
  name: string,
  input: { key: string; label: string },
): DesignField {
  if (!design) {
    const valueGroup = isAlwaysListed(name) ? 'templateFields' : 'customFields';
    return { id: name, label: name, valueGroup, place: 'none' };
  }
  const found = findField(design.fields, name);
  if (found) return found;
  throw prefixed(unknownField(design, name), `'${input.label}'`).with({ field: input.key });
}

/**
 * The error for a name that no field or more than one field has, with the names that may be meant.
 * @param advice another possible fix if no field has the name
 */
export function unknownField(design: DesignFields, name: string, advice = ''): ServiceError {
  const matches = fieldsNamed(design.fields, name).map((field) => `'${field.id}'`);
  const error = { kind: 'invalidInput', field: name } as const;
  if (matches.length > 1) {
    const message = `The template has ${matches.length} fields called ${quoted(name)}`;
    const fix = `Use the field ID of the one you mean: ${matches.join(' or ')}.`;
    return new ServiceError({ ...error, message, fix });
  }
  const nearest = nearestField(design.fields, name);
  const fixes = [
    nearest ? `Did you mean ${quoted(nearest.id)} (${shortened(nearest.label)})?` : '',
    `The template has: ${idList(design.fields) || 'no fields'}.`,
    advice,
  ];
  const message = `The template has no field ${quoted(name)}`;
  return new ServiceError({ ...error, message, fix: fixes.filter(Boolean).join(' ') });
}

/** A longer list of IDs helps nobody. */
const MAX_LISTED = 100;

/** The IDs of the fields of a template, for a fix. */
export function idList(fields: readonly Pick<DesignField, 'id'>[]): string {
  return joinWords(fields, MAX_LISTED, ({ id }) => id);
}

/** A longer text is not a misspelled name. */
const MAX_NAME_LENGTH = 100;

/** The field whose ID or label is most similar to a name; `undefined` if none is similar enough. */
export function nearestField(
  fields: readonly DesignField[],
  name: string,
): DesignField | undefined {
  if (name.length > MAX_NAME_LENGTH) return undefined;
  const wanted = name.toLowerCase();
  const distanceTo = (known: string) =>
    known.length > MAX_NAME_LENGTH ? Infinity : distance(wanted, known.toLowerCase());
  let nearest: DesignField | undefined;
  let least = Math.max(2, Math.ceil(name.length / 2)) + 1;
  for (const field of fields) {
    const far = Math.min(distanceTo(field.id), distanceTo(field.label));
    if (far >= least) continue;
    nearest = field;
    least = far;
  }
  return nearest;
}

/** The fields of a design by name. A sheet with many columns looks up each of them for every row. */
interface FieldIndex {
  byId: Map<string, DesignField>;
  /** By label and by ID, as {@link comparable}. */
  byName: Map<string, DesignField[]>;
}

const indexes = new WeakMap<readonly DesignField[], FieldIndex>();

/** The index of a design. It is built once and lives as long as the design. */
function indexOf(fields: readonly DesignField[]): FieldIndex {
  const existing = indexes.get(fields);
  if (existing) return existing;
  const index: FieldIndex = { byId: new Map(), byName: new Map() };
  for (const field of fields) {
    if (!index.byId.has(field.id)) index.byId.set(field.id, field);
    for (const name of new Set([comparable(field.id), comparable(field.label)])) {
      const sameName = index.byName.get(name);
      if (sameName) sameName.push(field);
      else index.byName.set(name, [field]);
    }
  }
  indexes.set(fields, index);
  return index;
}

/** All fields with this label or ID, in any case. */
function fieldsNamed(fields: readonly DesignField[], name: string): readonly DesignField[] {
  return indexOf(fields).byName.get(comparable(name)) ?? [];
}
