/** The fields that a trigger watches. */

import * as field from '../fields';
import { invalidInput } from '../errors/serviceError';
import type { Design, DesignField } from '../design/fields';
import { fieldOrId, idList, nearestField } from '../design/fieldNames';
import { ownValue } from '../runtime/records';
import type { PassRow } from '../service/schemas';
import { quoted, trimmed } from '../service/text';
import type { PassInputs } from './passInputs';
import { aboutInputOf, watchedTemplateIds } from './readPasses';
import type { PollContext } from '../operations/context';

const LABEL = 'Watched Fields';

/** IDs of the fields whose change triggers; `undefined` for any change. */
export const watchedFields = field.transform(
  field.text({
    label: LABEL,
    needs: 'state',
    section: 'filters',
    placeholder: 'e.g. balance, email',
    description:
      'Comma-separated field IDs or pass columns. Only changes to these trigger the workflow.',
  }),
  (text) => {
    const names = text.split(',').flatMap((name) => trimmed(name) || []);
    return names.length === 0 ? undefined : [...new Set(names)];
  },
);

/** Properties of a row in the pass list that can change, in addition to the fields of the design. */
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

/**
 * Refuses names that are neither in the design of a watched template nor in these rows: they would never trigger. If a
 * design cannot be read, every name is accepted.
 * @throws {ServiceError} `invalidInput` naming the nearest known field
 */
export async function assertWatchable(
  { templates }: PollContext,
  input: Pick<PassInputs, 'templateId' | 'moreTemplateIds'>,
  watched: readonly string[],
  rows: readonly PassRow[],
): Promise<undefined> {
  // The service may list more columns than it documents.
  const listed = rows.slice(0, 100).flatMap((row) => Object.keys(allValues(row)));
  const columns = new Set([...COLUMNS, ...listed].filter((name) => !NEVER_CHANGE.includes(name)));
  const fields = [...columns].map(column);
  for (const id of watchedTemplateIds(input)) {
    const design = await templates.design(id).catch(aboutInputOf(id, input));
    if (!design) return;
    for (const one of design.fields) if (!columns.has(one.id)) fields.push(one);
  }
  const known = new Set(fields.map(({ id }) => id));
  const unknown = watched.filter((name) => !known.has(name));
  if (unknown[0] === undefined) return;
  const nearest = nearestField(fields, unknown[0]);
  const suggestion = nearest ? `Did you mean '${nearest.id}'? ` : '';
  throw invalidInput(
    LABEL,
    'watchedFields',
    `contains ${unknown.map((name) => quoted(name)).join(', ')}, which is not in the pass list or never changes, so it would never trigger`,
    `${suggestion}Fields that can be watched: ${idList(fields)}.`,
  );
}

function column(id: string): DesignField {
  return { id, label: id, valueGroup: 'templateFields', place: 'none' };
}

/** What a row shows of these columns and fields; `undefined` for what it has not. */
export function valuesOf(row: PassRow, names: readonly string[]): unknown[] {
  const values = allValues(row);
  return names.map((name) => ownValue(values, name));
}

function allValues(row: PassRow): Record<string, unknown> {
  return { ...row, ...row.customFields, ...row.templateFields };
}

/** The input that names one field. */
export interface FieldInput {
  key: string;
  label: string;
}

/**
 * The field of the template with this ID or label.
 * @param fieldsOf which of its design are meant
 * @throws {ServiceError} `invalidInput` if the template has none
 */
export async function findWatchedField(
  { templates }: PollContext,
  templateId: string,
  name: string,
  input: FieldInput,
  fieldsOf: (design: Design) => DesignField[],
): Promise<DesignField> {
  const design = await templates.design(templateId);
  return fieldOrId(design && { fields: fieldsOf(design) }, name, input);
}
