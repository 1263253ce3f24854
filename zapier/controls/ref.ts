import { valueControl } from './control';
import { dropdown } from './dropdown';
import { refListKey, snakeCase } from './listKeys';

/** Another object of the service, e.g. a badge holder. */
export const ref = valueControl<'ref'>(({ of }) =>
  dropdown(`${refListKey(of)}.id.name`, `find_${snakeCase(of)}`),
);
