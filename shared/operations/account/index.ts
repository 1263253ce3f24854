import type { Resource } from '../operation';
import { get } from './get';

export const account: Resource = { key: 'account', label: 'Account', operations: [get] };
