import type { Operation } from './operation';
import { create } from './pass/create';
import { createGroup } from './pass/createGroup';
import { exportAll } from './pass/export';
import { find } from './pass/find';
import { get } from './pass/get';
import { getAll } from './pass/getAll';
import { notify } from './pass/notify';
import { reactivate } from './pass/reactivate';
import { resend } from './pass/resend';
import { search } from './pass/search';
import { update } from './pass/update';
import { upsert } from './pass/upsert';
import { voidPass } from './pass/void';

export interface Resource {
  /** n8n's value of Resource. Published: never renamed. */
  key: string;
  label: string;
  operations: readonly Operation[];
}

/** Every operation there is, by resource. Both platforms are built from this. */
export const RESOURCES: readonly Resource[] = [
  {
    key: 'pass',
    label: 'Pass',
    operations: [
      create,
      createGroup,
      upsert,
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
  },
];

export const OPERATIONS: readonly Operation[] = RESOURCES.flatMap(
  (resource) => resource.operations,
);
