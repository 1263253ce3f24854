import { eventFields, rowSample } from '../operations/pass/outputFields';
import type { PassRow } from '../service/schemas';
import { type Matcher, lastChange } from './matchers';
import { defineScanTrigger } from './scanTrigger';
import { valueHash } from './shortHash';
import { changedFields, fieldsFingerprint } from './fieldsFingerprint';
import { assertWatchable, watchedFields } from './watchedFields';

export const passUpdated = defineScanTrigger({
  key: 'passUpdated',
  label: 'Pass Updated',
  description:
    'When an issued pass changes. To prevent loops, watch specific fields or ignore your own external IDs.',
  misses: 'The single changes between two polls: together, they are one event',
  details:
    "Values, stamps, balance, validity and contact count as changes. With 'Watched Fields', the output lists what changed, a field of your own triggers only where the service lists it, which it does with values that this integration has written, and a new choice of fields starts from the current state. A trigger can remember 150,000 passes with one field, 90,000 with five.",
  scopes: ['passes.viewAll'],
  zapier: {
    key: 'pass_updated',
    label: 'Pass Details Changed',
    noun: 'Digital Pass',
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
  assertInputs: (context, input) => assertWatchable(context, input, input.watchedFields),
  matcher: (_context, _templateId, { watchedFields: watched }) =>
    watched ? fieldMatcher(watched) : anyChange,
});

/**
 * What is stored: hashes of the last two `updated`, the latest first, e.g. `k3f9aQ0Zb-`. A row that is out of date for one
 * poll is not an event. Neither is the next one, which is up to date again.
 */
const anyChange: Matcher = {
  fingerprint: (row, previous = '') => {
    const current = updateHash(row);
    if (current === undefined) return undefined;
    const { latest } = parseUpdates(previous);
    return current === latest ? previous : current + latest;
  },
  isEvent: ({ entry: row, previous = '', since }) => {
    const isEarlier = parseUpdates(previous).before === updateHash(row);
    return !isEarlier && isUpdated(row) && lastChange(row) >= since;
  },
  showsEvent: (row, since) => isUpdated(row) && Number(row.updated) >= since,
};

function fieldMatcher(watched: readonly string[]): Matcher {
  return {
    ...anyChange,
    fingerprint: (row, previous) => fieldsFingerprint(row, watched, previous),
    isEvent: ({ entry: row, previous, current, since }) =>
      changedFields(row, watched, previous, current).length > 0 && lastChange(row) >= since,
    details: (row, change) =>
      change ? { changed: changedFields(row, watched, change.previous, change.current) } : {},
  };
}

/** Two of them take no more space than what other events store. */
const UPDATE_HASH_LENGTH = 5;

/** @returns `''` for what is not stored */
function parseUpdates(stored: string): { latest: string; before: string } {
  return { latest: stored.slice(0, UPDATE_HASH_LENGTH), before: stored.slice(UPDATE_HASH_LENGTH) };
}

function updateHash({ id, updated }: PassRow): string | undefined {
  if (typeof updated !== 'number') return undefined;
  return valueHash(String(updated), id, UPDATE_HASH_LENGTH);
}

/** `updated` equals `created` until the first update. */
function isUpdated({ created, updated }: PassRow): boolean {
  return updated > created;
}
