/** The controls of one field whose value is passed on unchanged. */

import type { Option } from '../../shared/fields';
import { valueControl } from './control';
import { templateListKeys } from './refs';

/** A text, of one line or several, or the ID of a pass. */
export const text = valueControl<'text'>(({ format, multiline }) => {
  if (format !== 'passId') return { type: multiline ? 'text' : 'string' };
  // Offers no search, because the search itself uses this input.
  return { type: 'string', dynamic: `${templateListKeys(undefined).passes}.id.label` };
});

/** A hex color. */
export const color = valueControl<'color'>(() => ({ type: 'string' }));

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

/** Yes or no. */
export const boolean = valueControl<'boolean'>((field) => ({
  type: 'boolean',
  default: String(field.default),
}));

/** A switch that must be Yes. */
export const confirmation = valueControl<'confirmation'>(() => ({ type: 'boolean' }));

/** One of several options. */
export const choice = valueControl<'choice'>((field) => ({
  type: 'string',
  choices: field.options.map(zapierChoice),
  ...(field.default === undefined ? {} : { default: field.default }),
}));

/** Any of several options. */
export const choices = valueControl<'choices'>(({ options }) => ({
  type: 'string',
  list: true,
  choices: options.map(zapierChoice),
}));

function zapierChoice({ value, label }: Option) {
  return { value, sample: value, label };
}

/**
 * A point in time as text. Zapier's date input would turn a bare date into 09:00, and unreadable text into
 * the current time.
 */
export const dateTime = valueControl<'dateTime'>(() => ({
  type: 'string',
  placeholder: 'e.g. 2026-12-31 or 2026-12-31T18:00',
}));

/** A JSON object. */
export const json = valueControl<'json'>(() => ({ type: 'json', schema: { type: 'object' } }));
