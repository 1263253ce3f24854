import {
  invalidInput,
  isServiceError,
  throwIfAny,
  type ServiceError,
} from '../errors/serviceError';
import { isRecord } from '../runtime/records';
import { isBlank, trimmed } from '../service/text';
import type { InputField, InputFields, InputOf, RawInput, ReadContext } from './kinds';
import { InvalidValue, type Problem } from './problem';

/** Default error for a missing required value. */
export const MISSING: Problem = { problem: 'is empty', fix: 'Enter or map a value.' };

/** Represents a raw value that was mapped and is empty for this item. A symbol, so that no value can equal it. */
export const MAPPED_EMPTY = Symbol('mapped, but empty');

/** The raw value of a mapped input, or {@link MAPPED_EMPTY} if it is empty and must not be treated as left empty. */
export function mappedValue(field: InputField, value: unknown): unknown {
  if (mappedEmptyFix(field) === undefined) return value;
  const isList = field.kind === 'choices' || field.kind === 'templateRefs';
  const isEmpty = isList ? [value].flat().every(isBlank) : isBlank(value);
  return isEmpty ? MAPPED_EMPTY : value;
}

/** Whether a raw value is neither blank nor mapped to something empty. */
export function isGiven(value: unknown): boolean {
  return value !== MAPPED_EMPTY && !isBlank(value);
}

/**
 * The fix if an optional input was mapped, but is empty for an item. `undefined` if such an input is simply not set.
 */
export function mappedEmptyFix(field: InputField): string | undefined {
  if (field.mappedEmptyFix !== undefined) return field.mappedEmptyFix;
  return isId(field) || field.section === 'filters' ? 'Fill it, or clear the mapping.' : undefined;
}

/** The inputs of one item: the values that were parsed, and the errors of the others. */
export interface ParsedInputs<F extends InputFields> {
  /** All values if there are no errors. */
  values: InputOf<F>;
  /** By input key. */
  errors: Map<string, ServiceError>;
  /** Labels of the IDs that had spaces around them, which were removed. */
  trimmed: string[];
}

/** Parses all inputs of a declaration before anything is sent; never throws for a bad value. */
export function parseInputs<F extends InputFields>(
  fields: F,
  raw: RawInput,
  context: ReadContext,
): ParsedInputs<F> {
  const errors = new Map<string, ServiceError>();
  const shownId = spacedExternalId(fields, raw);
  const values = Object.fromEntries(
    Object.entries(fields).map(([key, field]) => {
      try {
        const given = raw[key];
        // The platform could not read the value.
        if (isServiceError(given)) throw given;
        const value = field.kind === 'passRef' ? raw : given;
        const mayBeEmpty = field.mappedEmptyUnless?.some((other) => isGiven(raw[other])) === true;
        const form = { isShown: isShown(field, fields, raw), mayBeEmpty };
        const read = readField(field, value, context, form);
        return [key, field.kind === 'fieldValues' ? withTrimmed(shownId, read) : read];
      } catch (thrown) {
        errors.set(key, inputError(thrown, key, field));
        return [key, undefined];
      }
    }),
  ) as InputOf<F>;
  return { values, errors, trimmed: trimmedIds(fields, raw) };
}

/**
 * Parses all inputs of a declaration before anything is sent.
 * @throws {ServiceError} `invalidInput` naming every refused input
 */
export function parseInputsOrThrow<F extends InputFields>(
  fields: F,
  raw: RawInput,
  context: ReadContext,
): InputOf<F> {
  const { values, errors } = parseInputs(fields, raw, context);
  throwIfAny([...errors.values()]);
  return values;
}

/** Whether the values of other inputs show this input. */
export function isShown(field: InputField, fields: InputFields, raw: RawInput): boolean {
  return Object.entries(field.visibleWhen ?? {}).every(([key, values]) =>
    values.includes((raw[key] ?? fields[key]?.default) as string),
  );
}

/**
 * The only place that handles blank values, mapped but empty values, `required` and `default`.
 * @param form whether it shows the input, and whether another input makes it unnecessary
 */
function readField(
  field: InputField,
  value: unknown,
  context: ReadContext,
  form: { isShown: boolean; mayBeEmpty: boolean },
): unknown {
  const parsed = isGiven(value) ? field.parse(value, context) : undefined;
  if (parsed !== undefined) return parsed;
  if (field.required && form.isShown) {
    const { problem, fix } = field.missing ?? MISSING;
    throw new InvalidValue(problem, fix);
  }
  const fix = mappedEmptyFix(field);
  if (value === MAPPED_EMPTY && fix !== undefined && !form.mayBeEmpty) {
    throw new InvalidValue('is mapped but empty', fix);
  }
  return field.default;
}

/** The external ID as entered, if it has spaces around it. */
function spacedExternalId(fields: InputFields, raw: RawInput): string | undefined {
  for (const [key, field] of Object.entries(fields)) {
    if (field.kind === 'passRef') return spacedExternalId(field.combines, raw);
    const value = raw[key];
    const isExternalId = field.kind === 'text' && field.identifies === 'externalId';
    if (isExternalId && typeof value === 'string' && hasSpacesAround(value)) return value;
  }
  return undefined;
}

/** Trims field values that repeat the external ID, so that a card shows the ID as it is stored. */
function withTrimmed(shownId: string | undefined, values: unknown): unknown {
  if (shownId === undefined || !isRecord(values)) return values;
  return Object.fromEntries(
    Object.entries(values).map(([id, value]) => [id, value === shownId ? trimmed(shownId) : value]),
  );
}

/** Adds the label and the key of the field. */
function inputError(thrown: unknown, key: string, { label }: InputField): ServiceError {
  if (thrown instanceof InvalidValue) return invalidInput(label, key, thrown.problem, thrown.fix);
  // Errors of the platform, and of inputs inside this input, already have a label and a key.
  if (isServiceError(thrown)) return thrown;
  throw thrown;
}

/** Labels of the IDs that have spaces or invisible characters around them, which parsing removes. */
function trimmedIds(fields: InputFields, raw: RawInput): string[] {
  return Object.entries(fields).flatMap(([key, field]) => {
    if (field.kind === 'passRef') return trimmedIds(field.combines, raw);
    if (field.kind === 'list') {
      const entries: unknown[] = Array.isArray(raw[key]) ? raw[key] : [];
      return entries.flatMap((entry, i) =>
        trimmedIds(field.entry, (entry ?? {}) as RawInput).map(
          (label) => `${field.entryLabel} ${i + 1}: ${label}`,
        ),
      );
    }
    return isTrimmedId(field) && hasSpacesAround(raw[key]) ? [field.label] : [];
  });
}

/** Whether any input holds an ID whose surrounding spaces are removed. */
export function holdsIds(fields: InputFields): boolean {
  return Object.values(fields).some((field) => {
    if (field.kind === 'passRef') return holdsIds(field.combines);
    return field.kind === 'list' ? holdsIds(field.entry) : isTrimmedId(field);
  });
}

function hasSpacesAround(value: unknown): boolean {
  return typeof value === 'string' && !isBlank(value) && value !== trimmed(value);
}

function isTrimmedId(field: InputField): boolean {
  return isId(field) || (field.kind === 'text' && field.identifies !== undefined);
}

/** Whether the value is an ID, or picked from a list by its ID. */
function isId(field: InputField): boolean {
  if (field.kind === 'text') {
    const { identifies = '', format } = field;
    return ['externalId', 'externalIdPrefix'].includes(identifies) || format === 'passId';
  }
  return field.kind === 'templateRef' || field.kind === 'ref';
}
