import * as field from '../fields';
import { invalidInput } from '../errors/serviceError';
import type { DesignField } from '../design/fields';
import { idList, nearestField } from '../design/fieldNames';
import { isRecord, ownValue } from '../runtime/records';
import type { PassRow } from '../service/schemas';
import { quoted, trimmed } from '../service/text';
import { VALUE_HASH_LENGTH, valueHash } from './shortHash';
import type { PassInputs } from './passInputs';
import { aboutInputOf, watchedTemplateIds } from './pollTemplates';
import { readPassesWithLimits } from './readPassesWithLimits';
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

/** Number of passes per template that are read to find undocumented columns. */
const COLUMN_SAMPLE_SIZE = 100;

/**
 * Refuses names that are not in the pass list of any watched template: they would never trigger. If a
 * design cannot be read, every name is accepted. Costs one request per template, and one more each
 * if a name is unknown.
 * @throws {ServiceError} `invalidInput` naming the nearest known field
 */
export async function assertWatchable(
  context: PollContext,
  templates: Pick<PassInputs, 'templateId' | 'moreTemplateIds'>,
  watched: readonly string[] = [],
): Promise<void> {
  if (watched.length === 0) return;
  const ids = watchedTemplateIds(templates);
  let fields = COLUMNS.map(column);
  for (const id of ids) {
    const design = await context.templates.design(id).catch(aboutInputOf(id, templates));
    if (!design) return;
    fields = [...fields, ...design.fields];
  }
  if (unknownNames(watched, fields).length === 0) return;
  fields = [...fields, ...(await listedColumns(context, ids))];
  const unknown = unknownNames(watched, fields);
  const [first] = unknown;
  if (first === undefined) return;
  const nearest = nearestField(fields, first);
  const suggestion = nearest ? `Did you mean '${nearest.id}'? ` : '';
  const list = idList([...new Map(fields.map((field) => [field.id, field])).values()]);
  throw invalidInput(
    LABEL,
    'watchedFields',
    `contains ${unknown.map((name) => quoted(name)).join(', ')}, which is not in the pass list or never changes, so it would never trigger`,
    `${suggestion}Fields that can be watched: ${list}.`,
  );
}

function unknownNames(names: readonly string[], fields: readonly DesignField[]): string[] {
  const known = new Set(fields.map(({ id }) => id));
  return names.filter((name) => !known.has(name));
}

function column(id: string): DesignField {
  return { id, label: id, valueGroup: 'templateFields', place: 'none' };
}

/** Columns of the newest passes: the service may list more than its documentation does. */
async function listedColumns(
  context: PollContext,
  templateIds: readonly string[],
): Promise<DesignField[]> {
  const names = new Set<string>();
  for (const id of templateIds) {
    const limits = { pageSize: COLUMN_SAMPLE_SIZE, atMost: COLUMN_SAMPLE_SIZE };
    const rows = await readPassesWithLimits(context, id, limits);
    for (const name of rows.flatMap((row) => Object.keys(getValues(row)))) names.add(name);
  }
  return [...names].filter((name) => !NEVER_CHANGE.includes(name)).map(column);
}

/**
 * One part of `VALUE_HASH_LENGTH` digits per watched field: the hash of its value. A value that the row does not show
 * keeps its part, because no value of a pass can be removed.
 */
export function fieldsFingerprint(
  row: PassRow,
  watched: readonly string[],
  previous: string | undefined,
): string {
  const parts = watched.map((name, i) => {
    const value = getValue(row, name);
    if (value === undefined) return partOf(previous, i) ?? partWithoutValue(row);
    return valueHash(JSON.stringify(value), row.id);
  });
  return parts.join('');
}

/** The watched fields that have changed between two fingerprints. */
export function changedFields(
  row: PassRow,
  watched: readonly string[],
  previous: string | undefined,
  current: string,
): string[] {
  return watched.filter((_, i) => {
    const before = partOf(previous, i);
    if (before === undefined || before === partOf(current, i)) return false;
    if (!before.startsWith(NO_VALUE_YET)) return true;
    // The first value that a poll sees is a change only if the pass has changed since.
    const now = partWithoutValue(row);
    return before !== NO_VALUE_NO_UPDATE && now !== NO_VALUE_NO_UPDATE && before !== now;
  });
}

// The part of a field: six digits, the hash of its value; `!` and five digits, no value so far and the hash of `updated`;
// or `!!!!!!`, neither a value nor `updated`.

/** Begins the part of a field without a value so far. */
const NO_VALUE_YET = '!';
/** The part if the row does not show when the pass was updated, so that its first value is never a change. */
const NO_VALUE_NO_UPDATE = NO_VALUE_YET.repeat(VALUE_HASH_LENGTH);

function partWithoutValue({ id, updated }: PassRow): string {
  if (typeof updated !== 'number') return NO_VALUE_NO_UPDATE;
  return NO_VALUE_YET + valueHash(String(updated), id, VALUE_HASH_LENGTH - NO_VALUE_YET.length);
}

function partOf(fingerprint: string | undefined, i: number): string | undefined {
  return fingerprint?.slice(i * VALUE_HASH_LENGTH, (i + 1) * VALUE_HASH_LENGTH);
}

/** `undefined` if the row does not show it; an object without values shows none. */
function getValue(row: PassRow, name: string): unknown {
  const value = ownValue(getValues(row), name);
  const isEmpty = isRecord(value) && Object.keys(value).length === 0;
  return isEmpty ? undefined : value;
}

function getValues(row: PassRow): Record<string, unknown> {
  return { ...row, ...row.customFields, ...row.templateFields };
}
