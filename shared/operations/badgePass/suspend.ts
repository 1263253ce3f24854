import { defineOperation } from '../operation';
import {
  assertCanWait,
  lifecycle,
  lifecycleOutput,
  passInput,
  reason,
  waitInputs,
} from './lifecycle';

export const suspend = defineOperation({
  resource: 'badgePass',
  key: 'suspend',
  label: 'Suspend',
  action: 'Suspend badge pass',
  description:
    'Suspend a badge: it opens no doors until it is resumed. Takes effect after a moment.',
  effect: 'write',
  serialBy: 'badgePass',
  endpoints: ['POST /badge/passes/{passId}/lifecycle'],
  zapier: {
    kind: 'create',
    key: 'suspend_badge',
    label: 'Suspend Badge',
    noun: 'Badge Pass',
    description: 'Suspends a badge so that it opens no doors until it is resumed.',
  },
  input: { ...waitInputs, ...passInput, reason },
  output: lifecycleOutput,

  prepare(_context, input) {
    assertCanWait(input);
    return input;
  },

  run: (context, input) => lifecycle(context, 'suspend', input),
});
