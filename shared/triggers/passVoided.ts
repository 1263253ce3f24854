import { rowSample } from '../operations/pass/outputFields';
import { isVoided } from '../service/passStatus';
import { definePassTrigger, whenBecoming } from './passTrigger';

export const passVoided = definePassTrigger({
  key: 'passVoided',
  label: 'Pass Voided',
  description: "When a pass is voided; expiring doesn't count",
  misses:
    'A pass that is voided and reactivated between two polls, and one that has expired by the next poll',
  details: 'The pass list does not include the reason.',
  zapier: {
    key: 'pass_voided',
    description: 'Triggers when a pass is voided for the first time.',
  },
  sample: { ...rowSample, status: 'voided', isValid: false },
  // One that expired before it was voided does not count, and is never an event later, whatever happens to its end.
  event: ({ client }) => ({
    ...whenBecoming(({ isValid }) => !isValid),
    at: (row) => (isVoided(row, client.clock.now()) ? row.updated : undefined),
  }),
});
