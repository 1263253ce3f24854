import { isBlank, trimmed } from '../service/text';
import type { InputField, InputFields, RawInput } from './kinds';

/** Labels of the IDs that have spaces or invisible characters around them, which parsing removes. */
export function trimmedIds(fields: InputFields, raw: RawInput): string[] {
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
export function isId(field: InputField): boolean {
  if (field.kind === 'text') {
    const { identifies = '', format } = field;
    return ['externalId', 'externalIdPrefix'].includes(identifies) || format === 'passId';
  }
  return field.kind === 'templateRef' || field.kind === 'ref';
}
