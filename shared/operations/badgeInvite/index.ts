import type { Resource } from '../operation';
import { create } from './create';
import { cancel } from './delete';
import { find } from './find';
import { getAll } from './getAll';

export const badgeInvite: Resource = {
  key: 'badgeInvite',
  label: 'Badge Invite',
  operations: [create, getAll, find, cancel],
};
