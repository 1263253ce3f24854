import { idList, nearestField } from '../design/fieldNames';
import { ofEveryPass, withValidity } from '../design/fields';
import { invalidInput } from '../errors/serviceError';
import * as field from '../fields';
import type { PollContext } from '../operations/context';
import { rowSample } from '../operations/pass/outputFields';
import { ownValue } from '../runtime/records';
import { PASS_COLUMNS } from '../service/schemas';
import { quoted, trimmed } from '../service/text';
import { fieldsWith } from './passEvents';
import type { ScanInputs } from './passInputs';
import { type PassEvent, definePassTrigger, whenReaching } from './passTrigger';
import { aboutInputOf, watchedTemplateIds } from './readPasses';
import type { WatchedValue } from './state';

const LABEL = 'Watched Fields';

/** IDs of the fields whose change triggers; `undefined` for any change. */
const watchedFields = field.transform(
  field.text({
    label: LABEL,
    needs: 'state',
    section: 'filters',
    placeholder: 'e.g. balance, email',
    description: 'IDs of fields, separated by commas. Only changes to these trigger the workflow.',
  }),
  (text) => {
    const names = text.split(',').flatMap((name) => trimmed(name) || []);
    return names.length === 0 ? undefined : [...new Set(names)];
  },
);

export const passUpdated = definePassTrigger({
  key: 'passUpdated',
  label: 'Pass Updated',
  description:
    'When an issued pass changes. To prevent loops, watch specific fields or ignore your own external IDs.',
  misses: 'The single changes between two polls: together, they are one event',
  details:
    "Values, stamps, balance, validity and contact count as changes. With 'Watched Fields', the output lists what changed, and a new choice of fields starts from the current state.",
  zapier: {
    key: 'pass_updated',
    label: 'Pass Details Changed',
    description: 'Triggers when the details of an issued pass change.',
    eventId: ({ id, updated }) => `${String(id)}:${String(updated)}`,
    // The last value is known only on a platform with state.
    omit: ['changed'],
  },
  input: { watchedFields },
  fields: fieldsWith({ changed: { label: 'Changed Fields', type: 'list', items: 'string' } }),
  sample: { ...rowSample, changed: ['balance'] },
  event: (context, input): PassEvent<WatchedValue> =>
    input.watchedFields
      ? fieldChange(context, input, input.watchedFields)
      : // `updated` is `created` until the first update.
        whenReaching(({ created, updated }) => [String(updated), Number(updated > created)]),
});

function fieldChange(
  context: PollContext,
  input: ScanInputs,
  names: readonly string[],
): PassEvent<readonly string[]> {
  return {
    value(row) {
      const values = { ...row, ...row.customFields, ...row.templateFields };
      return names.map((name) => JSON.stringify(ownValue(values, name) ?? null));
    },
    isEvent: (now, before) => before !== undefined && now.some((one, i) => one !== before[i]),
    details: (_row, now, before) => ({ changed: names.filter((_, i) => now[i] !== before?.[i]) }),
    check: () => assertWatchable(context, input, names),
  };
}

/** They never change, or no list is documented to have them (docs/service.md#list-passes). */
const NOT_WATCHED = ['id', 'templateId', 'created', 'phone', 'link'];
const COLUMNS = PASS_COLUMNS.filter((name) => !NOT_WATCHED.includes(name));

/**
 * Refuses names that no listed pass of the watched templates can have, because they would never trigger. If a design
 * cannot be read, every name is accepted.
 * @throws {ServiceError} `invalidInput` naming the nearest known field
 */
async function assertWatchable(
  { templates }: PollContext,
  input: ScanInputs,
  names: readonly string[],
): Promise<undefined> {
  const fields = new Map(COLUMNS.map((name) => [name, ofEveryPass(name, name)]));
  for (const id of watchedTemplateIds(input)) {
    const design = await templates.design(id).catch(aboutInputOf(id, input));
    if (!design) return;
    for (const one of withValidity(design)) fields.set(one.id, fields.get(one.id) ?? one);
  }
  const unknown = names.filter((name) => !fields.has(name));
  if (unknown[0] === undefined) return;
  const nearest = nearestField([...fields.values()], unknown[0]);
  const suggestion = nearest ? `Did you mean '${nearest.id}'? ` : '';
  throw invalidInput(
    LABEL,
    'watchedFields',
    `contains ${unknown.map((name) => quoted(name)).join(', ')}, which is not in the pass list or never changes, so it would never trigger`,
    `${suggestion}Fields that can be watched: ${idList([...fields.values()])}.`,
  );
}
