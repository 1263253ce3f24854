import type { Resource } from '../operation';
import { find } from './find';
import { get } from './get';
import { getAll } from './getAll';

export const badge: Resource = { key: 'badge', label: 'Badge', operations: [getAll, get, find] };
