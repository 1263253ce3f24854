import type { Resource } from '../operation';
import { remove } from './delete';
import { find } from './find';
import { getAll } from './getAll';
import { getPasses } from './getPasses';
import { update } from './update';

export const badgeHolder: Resource = {
  key: 'badgeHolder',
  label: 'Badge Holder',
  description: 'Person who has badge passes',
  operations: [getAll, find, getPasses, update, remove],
};
