import * as field from '../fields';
import type { PassRow } from '../service/schemas';
import { hash } from './hash';

/** Digits of one field's hash: a change goes unnoticed once in 16 million. */
const VALUE_DIGITS = 4;

const names = field.text({
  label: 'Watched Fields',
  group: 'filters',
  trimmed: true,
  placeholder: 'e.g. balance, email',
  description:
    "Only changes of these count, separated by commas: field IDs of the design, or columns of a pass such as 'email' or 'collectedStamps'. The output then lists what changed. Every pass takes four characters per field of the 64,000 a trigger may remember: about 12,000 passes with one field, 3,000 with five.",
});

/** Fields whose change counts; every change if left empty. */
export const watchedFields: field.InputField<string[] | undefined> = {
  ...names,
  read(raw, key, context) {
    const text = names.read(raw, key, context) ?? '';
    const list = text.split(',').flatMap((name) => name.trim() || []);
    return list.length === 0 ? undefined : [...new Set(list)];
  },
} as field.InputField<string[] | undefined>;

/** What is remembered of the watched fields of a pass. */
export function fieldsMark(row: PassRow, watched: readonly string[]): string {
  return watched.map((name) => hash(JSON.stringify(valueOf(row, name)), VALUE_DIGITS)).join('');
}

/** Which of the watched fields differ between two marks. */
export function changedFields(watched: readonly string[], before: string, now: string): string[] {
  const part = (mark: string, i: number) => mark.slice(i * VALUE_DIGITS, (i + 1) * VALUE_DIGITS);
  return watched.filter((_, i) => part(before, i) !== part(now, i));
}

function valueOf(row: PassRow, name: string): unknown {
  const values: Record<string, unknown> = { ...row, ...row.customFields, ...row.templateFields };
  return values[name] ?? null;
}
