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
  let fields: DesignField[] = COLUMNS.map((id) => column(id));
  for (const id of ids) {
    const design = await context.templates.design(id).catch(aboutInputOf(id, templates));
    if (!design) return;
    fields = [...fields, ...design.fields];
  }
  const getUnknown = () => {
    const known = new Set(fields.map(({ id }) => id));
    return watched.filter((name) => !known.has(name));
  };
  if (getUnknown().length === 0) return;
  fields = [...fields, ...(await listedColumns(context, ids))];
  const [first, ...others] = getUnknown();
  if (first === undefined) return;
  const unknown = [first, ...others].map((name) => quoted(name)).join(', ');
  const nearest = nearestField(fields, first);
  const suggestion = nearest ? `Did you mean '${nearest.id}'? ` : '';
  const list = idList([...new Map(fields.map((field) => [field.id, field])).values()]);
  throw invalidInput(
    LABEL,
    'watchedFields',
    `contains ${unknown}, which is not in the pass list or never changes, so it would never trigger`,
    `${suggestion}Fields that can be watched: ${list}.`,
  );
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
    if (value === undefined) return partOf(previous, i) ?? unseenPart(row);
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
    if (!before.startsWith(UNSEEN)) return true;
    // The first value that a poll sees is a change only if the pass has changed since.
    const now = unseenPart(row);
    return before !== UNSEEN_ALWAYS && now !== UNSEEN_ALWAYS && before !== now;
  });
}

/** Begins the part of a field without a value so far; a part of the hash of `updated` follows. */
const UNSEEN = '!';
/** That part of a pass that does not show when it was updated. */
const UNSEEN_ALWAYS = UNSEEN.repeat(VALUE_HASH_LENGTH);

function unseenPart({ id, updated }: PassRow): string {
  if (typeof updated !== 'number') return UNSEEN_ALWAYS;
  return UNSEEN + valueHash(String(updated), id, VALUE_HASH_LENGTH - UNSEEN.length);
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
