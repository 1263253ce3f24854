import type { Option } from '../../shared/fields';
import { valueControl } from './control';

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
