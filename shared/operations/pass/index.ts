import type { Resource } from '../operation';
import { create } from './create';
import { createGroup } from './createGroup';
import { exportAll } from './export';
import { find } from './find';
import { get } from './get';
import { getAll } from './getAll';
import { notify } from './notify';
import { reactivate } from './reactivate';
import { resend } from './resend';
import { search } from './search';
import { sync } from './sync';
import { update } from './update';
import { upsert } from './upsert';
import { voidPass } from './void';

export const pass: Resource = {
  key: 'pass',
  label: 'Pass',
  description: 'Pass issued to a person, e.g. a loyalty card or a ticket',
  operations: [
    create,
    createGroup,
    upsert,
    sync,
    exportAll,
    find,
    search,
    get,
    getAll,
    notify,
    reactivate,
    resend,
    update,
    voidPass,
  ],
};
