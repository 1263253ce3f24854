import type { PassRow } from '../service/schemas';
import { defineScanTrigger } from './scanTrigger';
import { expiryOf } from '../operations/pass/output';

export const passVoided = defineScanTrigger({
  key: 'passVoided',
  label: 'Pass Voided',
  description:
    'When a pass is no longer valid because it was voided, not because it expired. The reason is not known to the list of passes. A pass that is voided and reactivated between two polls is missed. A poll costs one request per page of passes it looks through.',
  scopes: ['passes.viewAll'],
  zapier: {
    key: 'pass_voided',
    label: 'Pass Voided',
    noun: 'Pass',
    description:
      'Triggers when a pass is voided for the first time. Voiding it again after a reactivation does not count, and an expiry is not a voiding.',
  },
  judge({ client }) {
    const now = client.ports.now();
    const isVoid = ({ isValid }: PassRow) => isValid === false;
    const isExpired = (row: PassRow) => (expiryOf(row) ?? Infinity) <= now;
    return {
      mark: (row) => (isVoid(row) ? 'y' : ''),
      happened: (change) => change.now !== '' && !isExpired(change.row),
      shows: (row) => isVoid(row) && !isExpired(row),
    };
  },
});
