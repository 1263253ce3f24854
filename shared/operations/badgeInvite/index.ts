import type { Resource } from '../operation';
import { create } from './create';
import { cancel } from './delete';
import { getAll } from './getAll';

export const badgeInvite: Resource = {
  key: 'badgeInvite',
  label: 'Badge Invite',
  operations: [create, getAll, cancel],
};
