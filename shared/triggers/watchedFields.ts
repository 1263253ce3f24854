import * as field from '../fields';
import { invalidInput } from '../errors/serviceError';
import type { DesignField } from '../design/fields';
import { idList, nearestField } from '../design/fieldNames';
import { quoted, trimmed } from '../service/text';
import type { PassInputs } from './passInputs';
import { aboutInputOf, watchedTemplateIds } from './pollTemplates';
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

/**
 * Refuses names that are not in the pass list of any watched template: they would never trigger. If a
 * design cannot be read, every name is accepted. Costs one request per template.
 * @throws {ServiceError} `invalidInput` naming the nearest known field
 */
export async function assertWatchable(
  context: PollContext,
  templates: Pick<PassInputs, 'templateId' | 'moreTemplateIds'>,
  watched: readonly string[] = [],
): Promise<void> {
  if (watched.length === 0) return;
  let fields = COLUMNS.map(column);
  for (const id of watchedTemplateIds(templates)) {
    const design = await context.templates.design(id).catch(aboutInputOf(id, templates));
    if (!design) return;
    fields = [...fields, ...design.fields];
  }
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
