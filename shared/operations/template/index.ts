import type { Resource } from '../operation';
import { create } from './create';
import { deleteOne } from './delete';
import { duplicate } from './duplicate';
import { find } from './find';
import { get } from './get';
import { getAll } from './getAll';
import { notify } from './notify';
import { update } from './update';

export const template: Resource = {
  key: 'template',
  label: 'Template',
  description: 'Card design that passes are issued from',
  operations: [getAll, get, find, create, update, duplicate, notify, deleteOne],
};
