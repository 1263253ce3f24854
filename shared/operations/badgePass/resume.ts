import { defineOperation } from '../operation';
import {
  assertCanWait,
  lifecycle,
  lifecycleOutput,
  passInput,
  reason,
  waitInputs,
} from './lifecycle';

export const resume = defineOperation({
  resource: 'badgePass',
  key: 'resume',
  label: 'Resume',
  action: 'Resume badge pass',
  description:
    'Let a suspended badge open doors again. A badge that its holder suspended may stay suspended.',
  effect: 'write',
  serialBy: 'badgePass',
  endpoints: ['POST /badge/passes/{passId}/lifecycle'],
  zapier: {
    kind: 'create',
    key: 'resume_badge',
    label: 'Resume Badge',
    noun: 'Badge Pass',
    description: 'Resumes a suspended badge so that it opens doors again.',
  },
  input: { ...waitInputs, ...passInput, reason },
  output: lifecycleOutput,

  prepare(_context, input) {
    assertCanWait(input);
    return input;
  },

  run: (context, input) => lifecycle(context, 'resume', input),
});
