import type { Resource } from '../operation';
import { create } from './create';
import { cancel } from './delete';
import { find } from './find';
import { getAll } from './getAll';

export const badgeInvite: Resource = {
  key: 'badgeInvite',
  label: 'Badge Invite',
  description: 'Invite that a person accepts to get a badge pass',
  operations: [create, getAll, find, cancel],
};
