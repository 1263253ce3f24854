import { valueControl } from './control';

/** A number. */
export const number = valueControl<'number'>(({ integer, default: preset }) => ({
  type: integer ? 'integer' : 'number',
  ...(preset === undefined ? {} : { default: String(preset) }),
}));

/** The number of results. */
export const limit = valueControl<'limit'>((field) => ({
  type: 'integer',
  default: String(field.default),
}));
