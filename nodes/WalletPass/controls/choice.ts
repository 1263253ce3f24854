import type { IDisplayOptions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { FieldOf, Option } from '../../../shared/fields';
import { baseProps, type Control, valueControl, byName } from './control';

/** One of several options. */
export const choice: Control<'choice'> = {
  properties: (key, field) => [
    { ...baseProps(key, field), type: 'options', ...choiceOptions(field) },
    ...(field.notice ? [noticeProperty(key, field.notice)] : []),
  ],
  collect: (item, key) => item.value(key),
};

/** A notice below a dropdown while inputs have these values. */
function noticeProperty(
  key: string,
  { when, text }: NonNullable<FieldOf<'choice'>['notice']>,
): INodeProperties {
  return {
    displayName: text,
    name: `${key}Notice`,
    type: 'notice',
    default: '',
    displayOptions: { show: when as NonNullable<IDisplayOptions['show']> },
  };
}

/** Any of several options. */
export const choices = valueControl<'choices'>((field) => ({
  type: 'multiOptions',
  options: toOptions(field.options),
  default: [],
}));

/**
 * Options and default of a dropdown. Without a declared default, a required choice starts with its first
 * option, an optional one with Not Set.
 */
function choiceOptions(field: FieldOf<'choice'>) {
  const options = toOptions(field.options);
  if (field.default !== undefined || field.required) {
    return { options, default: field.default ?? field.options[0]?.value ?? '' };
  }
  return {
    options: byName(
      [{ name: 'Not Set', value: '', description: 'Same as removing this option' }, ...options],
      ({ name }) => name,
    ),
    default: '',
  };
}

/** n8n requires alphabetical order for five or more options; fewer stay as declared. */
function toOptions(options: readonly Option[]): INodePropertyOptions[] {
  const all = options.map(({ value, label, description }) => ({
    name: label,
    value,
    ...(description ? { description } : {}),
  }));
  return all.length < 5 ? all : byName(all, ({ name }) => name);
}
