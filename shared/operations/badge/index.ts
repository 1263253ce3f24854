import type { Resource } from '../operation';
import { find } from './find';
import { get } from './get';
import { getAll } from './getAll';

export const badge: Resource = {
  key: 'badge',
  label: 'Badge',
  description: 'Design of an access badge that people are invited to',
  operations: [getAll, get, find],
};
