import { rowSample } from '../operations/pass/output';
import { readExpiry } from '../service/passStatus';
import type { PassRow } from '../service/schemas';
import { defineScanTrigger, lastChange } from './scanTrigger';
import { valueHash } from './shortHash';

const VOID = 'void';
/** Begins what is stored for a valid pass that has an end; its hash of `updated` follows. */
const HAS_END = '!';

export const passVoided = defineScanTrigger({
  key: 'passVoided',
  label: 'Pass Voided',
  description: "When a pass is voided; expiring doesn't count",
  misses: 'A pass that is voided and reactivated between two polls',
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
    const isVoid = ({ isValid }: PassRow) => isValid === false;
    const isExpired = (row: PassRow) => (readExpiry(row) ?? Infinity) <= now;
    return {
      // The service may or may not set `isValid` to false when a pass expires. Only voiding changes
      // `updated`, so its hash is stored, to distinguish the two.
      fingerprint: (row, previous = '') => {
        const hasEnd = previous.startsWith(HAS_END) || readExpiry(row) !== undefined;
        if (typeof row.isValid !== 'boolean') return undefined;
        // Without an end, it can only have been voided.
        if (typeof row.updated !== 'number' && (hasEnd || row.isValid)) return undefined;
        return row.isValid ? `${hasEnd ? HAS_END : ''}${updateHash(row)}` : VOID;
      },
      isEvent: ({ entry: row, previous, current, since }) => {
        if (current !== VOID || lastChange(row) < since) return false;
        const hadEnd = previous?.startsWith(HAS_END) === true;
        if (!hadEnd && readExpiry(row) === undefined) return true;
        const isUnchanged = previous
          ? previous.endsWith(updateHash(row))
          : lastChange(row) <= row.created;
        return !isUnchanged;
      },
      showsEvent: (row, since) =>
        isVoid(row) && (!isExpired(row) || lastChange(row) >= Math.max(since, row.created + 1)),
    };
  },
});

function updateHash(row: PassRow): string {
  return valueHash(String(lastChange(row)), row.id);
}
