import { rowSample } from '../operations/pass/output';
import { readExpiry } from '../service/passStatus';
import type { PassRow } from '../service/schemas';
import { defineScanTrigger } from './scanTrigger';

const VOID = 'void';

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
    noun: 'Pass',
    description: 'Triggers when a pass is voided for the first time.',
  },
  sample: { ...rowSample, status: 'voided', isValid: false },
  matcher({ client }) {
    const now = client.clock.now();
    const isVoid = ({ isValid }: PassRow) => isValid === false;
    const isExpired = (row: PassRow) => (readExpiry(row) ?? Infinity) <= now;
    return {
      // The service may or may not set `isValid` to false when a pass expires. Only voiding changes
      // `updated`, so `updated` is stored for passes that will expire, to distinguish the two.
      fingerprint: (row) => {
        if (isVoid(row)) return VOID;
        return readExpiry(row) === undefined ? '' : updatedAt(row).toString(36);
      },
      isEvent: ({ entry: row, previous, current }) => {
        if (current !== VOID || previous === VOID) return false;
        const lastUpdated = previous === '' ? row.created : parseInt(previous, 36);
        return !isExpired(row) || updatedAt(row) !== lastUpdated;
      },
      isMatch: (row, since = Infinity) =>
        isVoid(row) && (!isExpired(row) || updatedAt(row) >= Math.max(since, row.created + 1)),
    };
  },
});

function updatedAt({ created, updated }: PassRow): number {
  return updated ?? created;
}
