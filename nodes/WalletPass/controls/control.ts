import type { INodeProperties, IParameterBuilderHint } from 'n8n-workflow';

import type { FieldOf, InputField, InputFields, Kind } from '../../../shared/fields';
import type { Operation } from '../../../shared/operations/operation';
import { sentence } from '../../../shared/service/wording';
import type { ItemParameters } from './itemParameters';

/** The operation that a form belongs to; `undefined` for a trigger or an entry of a list. */
export type FormOwner = Pick<Operation, 'resource' | 'key'> | undefined;

/** The control of one kind of input on n8n. */
export interface Control<K extends Kind = Kind> {
  /**
   * The parameters: several for a pass, a file or a limit, otherwise one.
   * @param inputs all inputs of the form
   */
  properties(
    key: string,
    field: FieldOf<K>,
    inputs: InputFields,
    owner: FormOwner,
  ): INodeProperties[];
  /**
   * The value for an item; for a pass, all values by input key. Checks nothing, because the declaration's field parses
   * the value.
   */
  collect(item: ItemParameters, key: string, field: FieldOf<K>, owner: FormOwner): unknown;
}

/** A control of one parameter, whose value is passed on unchanged. */
export function valueControl<K extends Kind>(
  typeProps: (field: FieldOf<K>) => Partial<INodeProperties>,
): Control<K> {
  return {
    properties: (key, field) => [
      { ...baseProps(key, field), ...typeProps(field) } as INodeProperties,
    ],
    collect: (item, key) => item.value(key),
  };
}

/** The properties that every parameter has, whatever its type. */
export function baseProps(key: string, field: InputField) {
  const description = descriptionOf(field);
  return {
    displayName: field.label,
    name: key,
    ...(field.required ? { required: true } : {}),
    ...(field.placeholder ? { placeholder: field.placeholder } : {}),
    ...forBuilders(field.required && field.kind !== 'choice' && 'Required', field.placeholder),
    ...(description ? { description } : {}),
  };
}

/**
 * Hints for builders that write workflows with AI, in addition to the description: n8n shows them no placeholders, and
 * not all required inputs.
 */
export function forBuilders(...hints: (string | false | undefined)[]): {
  builderHint?: IParameterBuilderHint;
} {
  const propertyHint = hints.filter(Boolean).join(', ');
  return propertyHint === '' ? {} : { builderHint: { propertyHint } };
}

/** n8n requires the description of a switch to begin with "Whether". */
function descriptionOf({ kind, description, onN8n }: InputField): string | undefined {
  if (description === undefined) return undefined;
  const isSwitch = kind === 'boolean' || kind === 'confirmation';
  const text = isSwitch ? `Whether to ${description}` : description;
  return onN8n === undefined ? text : `${sentence(text)} ${onN8n}`;
}

/** Properties or options, sorted by the names that the form shows. */
export function byName<T extends { name: string; displayName?: string }>(entries: T[]): T[] {
  const shown = ({ name, displayName = name }: T) => displayName;
  return entries.toSorted((a, b) => shown(a).localeCompare(shown(b), 'en'));
}

/** Default of a dropdown: its first declared option. */
export function firstKey([first]: readonly { key: string }[]): string {
  return first?.key ?? '';
}
