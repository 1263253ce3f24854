import type { Resource } from '../operation';
import { create } from './create';
import { disable } from './disable';
import { enable } from './enable';
import { getAll } from './getAll';
import { rotate } from './rotate';
import { update } from './update';

export const apiKey: Resource = {
  key: 'apiKey',
  label: 'API Key',
  description: 'Key that gives a program access to the account',
  operations: [create, getAll, update, disable, enable, rotate],
};
