import * as field from '../fields';
import { invalidInput } from '../errors/serviceError';
import type { DesignField } from '../design/fields';
import { idList, nearestField } from '../design/routing';
import { ownValue } from '../runtime/records';
import type { PassRow } from '../service/schemas';
import { quoted, trimmed } from '../service/text';
import { VALUE_HASH_LENGTH, shortHash } from './shortHash';
import type { PassInputs } from './passInputs';
import { watchedTemplateIds } from './pollTemplates';
import { readPassesWithLimits } from './readPassesWithLimits';
import type { PollContext } from '../operations/context';

const LABEL = 'Watched Fields';

/** IDs of the fields whose change triggers; `undefined` for any change. */
export const watchedFields = field.transform(
  field.text({
    label: LABEL,
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
    const design = await context.templates.design(id);
    if (!design?.readable) return;
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

/** One hash of `VALUE_HASH_LENGTH` digits per watched field, concatenated. */
export function fieldsFingerprint(row: PassRow, watched: readonly string[]): string {
  return watched
    .map((name) => shortHash(JSON.stringify(getValue(row, name)), VALUE_HASH_LENGTH))
    .join('');
}

/** The watched fields whose hash differs between two fingerprints. */
export function changedFields(
  watched: readonly string[],
  previous: string,
  current: string,
): string[] {
  const part = (fingerprint: string, i: number) =>
    fingerprint.slice(i * VALUE_HASH_LENGTH, (i + 1) * VALUE_HASH_LENGTH);
  return watched.filter((_, i) => part(previous, i) !== part(current, i));
}

function getValue(row: PassRow, name: string): unknown {
  return ownValue(getValues(row), name) ?? null;
}

function getValues(row: PassRow): Record<string, unknown> {
  return { ...row, ...row.customFields, ...row.templateFields };
}
