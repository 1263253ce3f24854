import type { INodePropertyOptions } from 'n8n-workflow';

import type { FieldOf, Option } from '../../../shared/fields';
import { baseProps, type Control, valueControl, byName } from './control';
import { noticeBelow } from './form';

/** One of several options. */
export const choice: Control<'choice'> = {
  properties: (key, field) => [
    { ...baseProps(key, field), type: 'options', ...choiceOptions(field) },
    ...noticeBelow(key, field),
  ],
  collect: (item, key) => item.value(key),
};

/** Any of several options. */
export const choices = valueControl<'choices'>((field) => ({
  type: 'multiOptions',
  options: toOptions(field.options),
  default: [],
}));

/**
 * Options and default of a dropdown. Without a declared default, a required choice starts with its first option, and an
 * optional choice with Not Set.
 */
function choiceOptions(field: FieldOf<'choice'>) {
  const options = toOptions(field.options);
  if (field.default !== undefined || field.required) {
    return { options, default: field.default ?? field.options[0]?.value ?? '' };
  }
  return {
    options: byName([
      { name: 'Not Set', value: '', description: 'Same as removing this option' },
      ...options,
    ]),
    default: '',
  };
}

/** n8n requires alphabetical order for five or more options; fewer options keep the declared order. */
function toOptions(options: readonly Option[]): INodePropertyOptions[] {
  const all = options.map(({ value, label, description }) => ({
    name: label,
    value,
    ...(description ? { description } : {}),
  }));
  return all.length < 5 ? all : byName(all);
}
