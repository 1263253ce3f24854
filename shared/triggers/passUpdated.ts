import { eventFields, rowSample } from '../operations/pass/outputFields';
import type { PollContext } from '../operations/context';
import { type PassEvent, definePassTrigger } from './passTrigger';
import type { ScanInputs } from './passInputs';
import { assertWatchable, valuesOf, watchedFields } from './watchedFields';

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
    // Needs state.
    omit: ['changed'],
  },
  input: { watchedFields },
  resetsBaseline: ['watchedFields'],
  fields: {
    ...eventFields,
    // Every event has another time of the update instead.
    created: { ...eventFields.created, omitFromSimplified: true },
    changed: { label: 'Changed Fields', type: 'list', items: 'string' },
  },
  sample: { ...rowSample, changed: ['balance'] },
  event: (context, input): PassEvent<string | number | readonly string[]> =>
    input.watchedFields ? fieldChange(context, input, input.watchedFields) : anyChange,
});

const NEVER = 0;

const anyChange: PassEvent<string | number> = {
  // `updated` is `created` until the first update.
  value: ({ created, updated }) => (updated > created ? String(updated) : NEVER),
  isEvent: (now, before) => now !== NEVER && now !== before,
};

function fieldChange(
  context: PollContext,
  input: ScanInputs,
  names: readonly string[],
): PassEvent<readonly string[]> {
  return {
    value: (row) => valuesOf(row, names).map((value) => JSON.stringify(value ?? null)),
    isEvent: (now, before) => before !== undefined && now.some((one, i) => one !== before[i]),
    details: (_row, now, before) => ({ changed: names.filter((_, i) => now[i] !== before?.[i]) }),
    check: (rows) => assertWatchable(context, input, names, rows),
  };
}
