import { defineOperation } from '../operation';
import { WAIT_DETAILS, passInput, reason, waitInputs, waitable } from './lifecycle';

export const resume = defineOperation({
  resource: 'badgePass',
  key: 'resume',
  label: 'Resume',
  action: 'Resume badge pass',
  description:
    'Let a suspended badge pass open doors again. If the holder suspended it, it may stay suspended.',
  details: WAIT_DETAILS,
  effect: 'write',
  testEffect: 'resumes a real badge pass',
  zapier: {
    kind: 'create',
    key: 'resume_badge',
    label: 'Resume Badge Pass',
    noun: 'Badge Pass',
    description: 'Resumes a suspended badge pass so that it opens doors again.',
    intro: 'If the holder suspended the badge pass, it may stay suspended.',
  },
  input: { ...waitInputs, ...passInput, reason },
  ...waitable('resume'),
});
