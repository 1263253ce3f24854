/** The controls of one parameter whose value is passed on unchanged. */

import { compact } from '../../../shared/runtime/records';
import { type Control, forBuilders, valueControl } from './control';

/** A text, of one line or several. */
export const text = valueControl<'text'>(({ multiline, default: start = '' }) => ({
  type: 'string',
  default: start as string,
  ...(multiline ? { typeOptions: { rows: 4 } } : {}),
}));

/**
 * A number. A required number without a default is a text parameter, because n8n marks an empty text as missing, but
 * not an empty number. It starts empty, so that a number that nobody entered is refused instead of used.
 */
export const number = valueControl<'number'>(({ required, default: preset, min, max, integer }) =>
  required && preset === undefined
    ? { type: 'string', default: '', ...forBuilders('Required', 'a number as text, e.g. "3"') }
    : {
        type: 'number',
        default: preset ?? '',
        typeOptions: compact({
          minValue: min,
          maxValue: max,
          numberPrecision: integer ? 0 : undefined,
        }),
      },
);

/** A hex color. */
export const color = valueControl<'color'>(() => ({ type: 'color', default: '' }));

/** A point in time. */
export const dateTime: Control<'dateTime'> = {
  ...valueControl<'dateTime'>(() => ({ type: 'dateTime', default: '' })),
  collect: (item, key) => item.valueAlone(key),
};

/** A JSON object. */
export const json = valueControl<'json'>(() => ({ type: 'json', default: '{}' }));
