import { expiryOf, rowSample } from '../operations/pass/output';
import type { PassRow } from '../service/schemas';
import { defineScanTrigger } from './scanTrigger';

const VOID = 'void';

export const passVoided = defineScanTrigger({
  key: 'passVoided',
  label: 'Pass Voided',
  description:
    'When a pass is voided; an expiry is not a voiding. The pass list does not include the reason. A pass that is voided and reactivated between two polls is missed. A poll costs one request per page of passes.',
  scopes: ['passes.viewAll'],
  flat: {
    key: 'pass_voided',
    label: 'Pass Voided',
    noun: 'Pass',
    description:
      'Triggers when a pass is voided for the first time. Voiding it again after a reactivation does not count, and an expiry is not a voiding.',
  },
  sample: { ...rowSample, isValid: false },
  matcher({ client }) {
    const now = client.clock.now();
    const isVoid = ({ isValid }: PassRow) => isValid === false;
    const isExpired = (row: PassRow) => (expiryOf(row) ?? Infinity) <= now;
    return {
      // The service does not say whether an expiry alone makes `isValid` false. Voiding moves `updated`,
      // an expiry does not: it tells the two apart, so it is remembered of passes that will expire.
      fingerprint: (row) => {
        if (isVoid(row)) return VOID;
        return expiryOf(row) === undefined ? '' : updatedAt(row).toString(36);
      },
      isEvent: ({ item: { row }, before, now: after }) => {
        if (after !== VOID || before === VOID) return false;
        const lastUpdated = before === '' ? row.created : parseInt(before, 36);
        return !isExpired(row) || updatedAt(row) !== lastUpdated;
      },
      isMatch: (row) => isVoid(row) && !isExpired(row),
      isRecentMatch: (row, since) =>
        isVoid(row) && (!isExpired(row) || updatedAt(row) >= Math.max(since, row.created + 1)),
    };
  },
});

function updatedAt({ created, updated }: PassRow): number {
  return updated ?? created;
}
