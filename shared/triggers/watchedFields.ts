import * as field from '../fields';
import { invalidInput } from '../errors/serviceError';
import { createTemplateReader } from '../api/templateReader';
import type { DesignField } from '../service/design';
import { nearestField } from '../service/fieldRouting';
import type { PassRow } from '../service/schemas';
import { shortened } from '../service/text';
import { VALUE_DIGITS, hash } from './hash';
import type { PassInputs } from './inputs';
import { templatesOf } from './perTemplate';
import { readPasses } from './readPasses';
import type { TriggerContext } from './trigger';

const names = field.text({
  label: 'Watched Fields',
  group: 'filters',
  trimmed: true,
  placeholder: 'e.g. balance, email',
  description:
    "Only changes of these fields count, separated by commas: field IDs of the design, or columns of a pass such as 'email' or 'collectedStamps'. The output then lists what changed. The fields must be part of the pass list, and a new choice starts from the current state. A trigger can remember 150,000 passes with one field, 90,000 with five.",
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

/** What of a row in the pass list can change, besides the fields of the design. */
const COLUMNS = [
  'externalId',
  'email',
  'collectedStamps',
  'isValid',
  'deviceCount',
  'updated',
  'validFrom',
  'validUntil',
  'templateFields',
  'customFields',
];
const NEVER_CHANGE = ['id', 'templateId', 'created'];

/** Passes looked at for columns that the service lists besides. */
const ROWS_LOOKED_AT = 100;

/**
 * Refuses names that no pass of the watched templates has in the list, so that they would never
 * trigger. Where a design cannot be read, every name is accepted. One request per template, and one
 * more where a name is unknown.
 * @throws {ServiceError} `invalidInput` naming the nearest known field
 */
export async function assertWatchable(
  context: TriggerContext,
  templates: Pick<PassInputs, 'templateId' | 'moreTemplateIds'>,
  watched: readonly string[],
): Promise<void> {
  const ids = templatesOf(templates);
  const reader = createTemplateReader(context.client);
  const fields: DesignField[] = COLUMNS.map((id) => column(id));
  for (const id of ids) {
    const design = await reader.design(id);
    if (!design?.readable) return;
    fields.push(...design.fields);
  }
  const unknownIn = (known: readonly DesignField[]) =>
    watched.filter((name) => !known.some(({ id }) => id === name));
  if (unknownIn(fields).length === 0) return;
  fields.push(...(await listedColumns(context, ids)));
  const [first, ...others] = unknownIn(fields);
  if (first === undefined) return;
  const unknown = [first, ...others].map((name) => `'${shortened(name)}'`).join(', ');
  const nearest = nearestField(fields, first);
  const suggestion = nearest ? `Did you mean '${nearest.id}'? ` : '';
  const list = [...new Set(fields.map(({ id }) => id))].join(', ');
  throw invalidInput(
    names.label,
    'watchedFields',
    `contains ${unknown}, which is not in the pass list or never changes, so it would never trigger`,
    `${suggestion}Fields that can be watched: ${list}.`,
  );
}

function column(id: string): DesignField {
  return { id, label: id, owner: 'passType', place: 'none' };
}

/** Whatever the newest passes hold: the service may list more than its interface says. */
async function listedColumns(
  context: TriggerContext,
  templateIds: readonly string[],
): Promise<DesignField[]> {
  const names = new Set<string>();
  for (const id of templateIds) {
    const size = { pageSize: ROWS_LOOKED_AT, atMost: ROWS_LOOKED_AT, maxPasses: Infinity };
    const { rows } = await readPasses(context, id, size);
    for (const name of rows.flatMap((row) => Object.keys(valuesOf(row)))) names.add(name);
  }
  return [...names].filter((name) => !NEVER_CHANGE.includes(name)).map(column);
}

/** What is remembered of the watched fields of a pass. */
export function fieldsFingerprint(row: PassRow, watched: readonly string[]): string {
  return watched.map((name) => hash(JSON.stringify(valueOf(row, name)), VALUE_DIGITS)).join('');
}

/** Which of the watched fields differ between two fingerprints. */
export function changedFields(watched: readonly string[], before: string, now: string): string[] {
  const part = (fingerprint: string, i: number) =>
    fingerprint.slice(i * VALUE_DIGITS, (i + 1) * VALUE_DIGITS);
  return watched.filter((_, i) => part(before, i) !== part(now, i));
}

function valueOf(row: PassRow, name: string): unknown {
  return valuesOf(row)[name] ?? null;
}

function valuesOf(row: PassRow): Record<string, unknown> {
  return { ...row, ...row.customFields, ...row.templateFields };
}
