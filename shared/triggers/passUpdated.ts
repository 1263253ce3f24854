import { eventFields, rowSample } from '../operations/pass/output';
import type { PassRow } from '../service/schemas';
import { type Matcher, defineScanTrigger } from './scanTrigger';
import { watchedTemplateIds } from './pollTemplates';
import { assertWatchable, changedFields, fieldsFingerprint, watchedFields } from './watchedFields';

const scan = defineScanTrigger({
  key: 'passUpdated',
  label: 'Pass Updated',
  description:
    'When an issued pass changes. To prevent loops, watch specific fields or ignore your own external IDs.',
  misses: 'The single changes between two polls: together, they are one event',
  details:
    "Values, stamps, balance, validity and contact count as changes. With 'Watched Fields', the output lists what changed, a field added in the designer triggers only if the service lists it, and a new choice of fields starts from the current state. A trigger can remember 150,000 passes with one field, 90,000 with five.",
  scopes: ['passes.viewAll'],
  zapier: {
    key: 'pass_updated',
    label: 'Pass Details Changed',
    noun: 'Pass',
    description: 'Triggers when the details of an issued pass change.',
    eventId: ({ id, updated }) => `${String(id)}:${String(updated)}`,
    // Needs state.
    omit: ['changed'],
  },
  input: { watchedFields },
  requiresState: ['watchedFields'],
  resetsBaseline: ['watchedFields'],
  fields: {
    ...eventFields,
    // Every event has another time of the update instead.
    created: { ...eventFields.created, rawOnly: true },
    changed: { label: 'Changed Fields', type: 'list', items: 'string' },
  },
  sample: { ...rowSample, changed: ['balance'] },
  matcher: (_context, _templateId, { watchedFields: watched }) =>
    watched ? fieldMatcher(watched) : anyChange,
});

/** Checks the watched fields when a template is first watched, and in a test. */
export const passUpdated: typeof scan = {
  ...scan,
  async poll(context, input, previous) {
    const isFirst = watchedTemplateIds(input).some((id) => previous?.[id] === undefined);
    if (isFirst) await assertWatchable(context, input, input.watchedFields);
    return await scan.poll(context, input, previous);
  },
  async samples(context, input, onNote) {
    await assertWatchable(context, input, input.watchedFields);
    return await scan.samples(context, input, onNote);
  },
};

const anyChange: Matcher = {
  fingerprint: (row) => (isUpdated(row) ? Number(row.updated).toString(36) : ''),
  isEvent: ({ current }) => current !== '',
  isMatch: (row, since = 0) => isUpdated(row) && Number(row.updated) >= since,
};

function fieldMatcher(watched: readonly string[]): Matcher {
  return {
    ...anyChange,
    fingerprint: (row) => fieldsFingerprint(row, watched),
    isEvent: ({ previous }) => previous !== '',
    details: (_row, change) =>
      change ? { changed: changedFields(watched, change.previous, change.current) } : {},
  };
}

/** `updated` equals `created` until the first update. */
function isUpdated({ created, updated }: PassRow): boolean {
  return (updated ?? 0) > created;
}
