import { eventFields, rowSample } from '../operations/pass/output';
import type { PassRow } from '../service/schemas';
import { type Matcher, defineScanTrigger } from './scanTrigger';
import { watchedTemplateIds } from './pollTemplates';
import { assertWatchable, changedFields, fieldsFingerprint, watchedFields } from './watchedFields';

const scan = defineScanTrigger({
  key: 'passUpdated',
  label: 'Pass Updated',
  description:
    'When something about a pass changes after it was issued: values, stamps, balance, validity, contact. Several changes between two polls are one event. An automation that updates passes in response can trigger itself: watch single fields, or ignore your own external IDs. Each poll costs one request per page of passes.',
  scopes: ['passes.viewAll'],
  zapier: {
    key: 'pass_updated',
    label: 'Pass Details Changed',
    noun: 'Pass',
    description:
      'Triggers when values, stamps, balance, validity or contact of a pass change after it was issued.',
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
  async samples(context, input) {
    await assertWatchable(context, input, input.watchedFields);
    return await scan.samples(context, input);
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
    details: ({ previous, current }) => ({ changed: changedFields(watched, previous, current) }),
  };
}

/** `updated` equals `created` until the first update. */
function isUpdated({ created, updated }: PassRow): boolean {
  return (updated ?? 0) > created;
}
