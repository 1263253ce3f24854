import { valueControl } from './control';

/** Yes or no. */
export const boolean = valueControl<'boolean'>((field) => ({
  type: 'boolean',
  default: String(field.default),
}));

/** Yes is required. */
export const confirmation = valueControl<'confirmation'>(() => ({ type: 'boolean' }));
