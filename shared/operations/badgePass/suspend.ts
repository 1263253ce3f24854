import { defineOperation } from '../operation';
import { WAIT_DETAILS, passInput, reason, waitInputs, waitable } from './lifecycle';

export const suspend = defineOperation({
  resource: 'badgePass',
  key: 'suspend',
  label: 'Suspend',
  action: 'Suspend badge pass',
  description: "Suspend a badge pass so it can't open doors",
  details: `Suspending can take a moment. ${WAIT_DETAILS}`,
  effect: 'write',
  testEffect: 'suspends a real badge pass',
  zapier: {
    kind: 'create',
    key: 'suspend_badge',
    label: 'Suspend Badge Pass',
    noun: 'Badge Pass',
    description: "Suspends a badge pass so it can't open doors.",
    intro:
      'Suspending can take a moment. To let the badge pass open doors again, use Resume Badge Pass.',
  },
  input: { ...waitInputs, ...passInput, reason },
  ...waitable('suspend'),
});
