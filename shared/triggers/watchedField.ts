/** The single field of a template that a trigger watches. */

import { resolveField } from '../design/fieldNames';
import type { Design, DesignField } from '../design/fields';
import { rawRowValue } from '../design/rowValues';
import { invalidInput } from '../errors/serviceError';
import type { PollContext } from '../operations/context';
import type { PassRow } from '../service/schemas';
import { isBlank, quoted } from '../service/text';

/** The input that names the field. */
interface FieldInput {
  key: string;
  label: string;
}

/**
 * The field of the template with this ID or label.
 * @param fieldsOf selects fields of the design
 * @throws {ServiceError} `invalidInput` if the template has no such field
 */
export async function getWatchedField(
  { templates }: PollContext,
  templateId: string,
  name: string,
  input: FieldInput,
  fieldsOf: (design: Design) => DesignField[],
): Promise<DesignField> {
  const design = await templates.design(templateId);
  return resolveField(design && { ...design, fields: fieldsOf(design) }, name, input);
}

/**
 * Refuses a field none of whose values can cause the event.
 * @param usable names the usable values: a `date`, `dates like 2026-12-31`. `advice` is a sentence on other values
 * @returns the sentence for the form: how many passes have a usable value; `undefined` without passes
 * @throws {ServiceError} `invalidInput` (finds no date, finds no number) if the passes have only other values
 */
export function checkUsableValues(
  { id, label }: DesignField,
  rows: readonly PassRow[],
  input: FieldInput,
  usable: { noun: string; like: string; advice: string; isUsable: (row: PassRow) => boolean },
): string | undefined {
  if (rows.length === 0) return undefined;
  const { noun, like, advice, isUsable } = usable;
  const have = (count: number, value: string) =>
    `${count} of ${rows.length} passes ${count === 1 ? 'has' : 'have'} ${value} in ${quoted(label)}`;
  const withValue = rows.filter((row) => !isBlank(rawRowValue(row, id)));
  const others = withValue.filter((row) => !isUsable(row));
  const found = have(withValue.length - others.length, `a ${noun}`);
  const [first] = others;
  if (!first) return found;
  const unusable = `${have(others.length, 'another value')}, e.g. the pass ${quoted(first.id)}`;
  if (others.length < withValue.length) return `${found}. ${unusable}. Use ${like}`;
  throw invalidInput(
    input.label,
    input.key,
    `finds no ${noun}: ${unusable}`,
    `Choose a field with ${like}, or correct the values. ${advice}`,
  );
}
