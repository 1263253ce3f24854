import type { Resource } from '../operation';
import { get } from './get';

export const account: Resource = {
  key: 'account',
  label: 'Account',
  description: 'Account that the API key belongs to',
  operations: [get],
};
