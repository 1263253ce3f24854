import { valueControl } from './control';

/** A number. Starts empty, so that a number that nobody entered is refused instead of used. */
export const number = valueControl<'number'>((field) => ({
  type: 'number',
  default: field.default ?? '',
  typeOptions: {
    ...(field.min === undefined ? {} : { minValue: field.min }),
    ...(field.max === undefined ? {} : { maxValue: field.max }),
    ...(field.integer ? { numberPrecision: 0 } : {}),
  },
}));
