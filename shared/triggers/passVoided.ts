import { rowSample } from '../operations/pass/outputFields';
import { readExpiry } from '../service/passStatus';
import type { PassRow } from '../service/schemas';
import { formatEndingPass, parseEndingPass } from './knownValidity';
import { lastChange } from './matchers';
import { defineScanTrigger } from './scanTrigger';
import { valueHash } from './shortHash';

/**
 * What is stored: of a valid pass the hash of `updated`, and whether it has an end; otherwise `void`. When `void` follows,
 * it is the event if the pass
 *
 *     has no end                       always, as it can only have been voided
 *     has an end, and was stored       if `updated` differs: the service may set `isValid` to false when a pass expires,
 *                                      but that does not change `updated`
 *     has an end, and was not stored   if it was updated after it was issued
 */
const VOID = 'void';

export const passVoided = defineScanTrigger({
  key: 'passVoided',
  label: 'Pass Voided',
  description: "When a pass is voided; expiring doesn't count",
  misses:
    'A pass that is voided and reactivated between two polls, and on Zapier one that has expired by the next poll',
  details: 'The pass list does not include the reason.',
  scopes: ['passes.viewAll'],
  zapier: {
    key: 'pass_voided',
    label: 'Pass Voided',
    noun: 'Digital Pass',
    description: 'Triggers when a pass is voided for the first time.',
  },
  sample: { ...rowSample, status: 'voided', isValid: false },
  matcher({ client }) {
    const now = client.clock.now();
    const isExpired = (row: PassRow) => (readExpiry(row) ?? Infinity) <= now;
    const hasEndNow = (row: PassRow) => readExpiry(row) !== undefined;
    return {
      fingerprint: (row, previous = '') => {
        const hasEnd = parseEndingPass(previous).hasEnd || hasEndNow(row);
        if (typeof row.isValid !== 'boolean') return undefined;
        // Without `updated`, a pass that was voided later could not be distinguished from one that expired. Only a voided
        // pass that never had an end needs none.
        if (typeof row.updated !== 'number' && (hasEnd || row.isValid)) return undefined;
        return row.isValid ? formatEndingPass({ fingerprint: updateHash(row), hasEnd }) : VOID;
      },
      isEvent: ({ entry: row, previous = '', current, since }) => {
        if (current !== VOID || lastChange(row) < since) return false;
        const { fingerprint, hasEnd } = parseEndingPass(previous);
        if (!hasEnd && !hasEndNow(row)) return true;
        return fingerprint === '' ? lastChange(row) > row.created : fingerprint !== updateHash(row);
      },
      // One that has expired may never have been voided.
      showsEvent: (row) => !row.isValid && !isExpired(row),
      mayBePast: (row) => !row.isValid,
    };
  },
});

function updateHash(row: PassRow): string {
  return valueHash(String(lastChange(row)), row.id);
}
