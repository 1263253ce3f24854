import type { INodeProperties } from 'n8n-workflow';

import { invalidInput } from '../../../shared/errors/serviceError';
import type { FieldOf, InputField } from '../../../shared/fields';
import { capitalized } from '../../../shared/service/wording';
import { type Control, type FormOwner, baseProps, forBuilders } from './control';
import { noticeBelow, shownFor } from './form';
import type { ItemParameters } from './itemParameters';

/** A switch. */
export const boolean: Control<'boolean'> = {
  properties: (key, field, _inputs, owner) =>
    field.noExpression
      ? personOnlySwitch(key, field, owner)
      : [...switchProperties(key, field), ...noticeBelow(key, field)],
  collect: (item, key, field, owner) =>
    field.noExpression ? personOnlyValue(item, key, field, owner) : item.value(key),
};

function switchProperties(key: string, field: FieldOf<'boolean'>): INodeProperties[] {
  const property: INodeProperties = {
    ...baseProps(key, field),
    type: 'boolean',
    default: field.default,
  };
  if (!field.notByModel) return [property];
  // Where it takes no expression, the panel of a tool has no button that lets the model fill it in.
  return [
    shownFor({ '@tool': [false] }, property),
    shownFor({ '@tool': [true] }, { ...property, noDataExpression: true }),
  ];
}

/** A switch that a person must turn on in the node, e.g. to confirm a deletion. */
export const confirmation: Control<'confirmation'> = {
  properties: (key, field, _inputs, owner) => personOnlySwitch(key, field, owner),
  collect: personOnlyValue,
};

/** A switch without an expression toggle, and without the button that lets an AI model fill in the value. */
function personOnlySwitch(key: string, field: InputField, owner: FormOwner): INodeProperties[] {
  return [
    {
      ...baseProps(key, field),
      name: switchName(key, owner),
      type: 'boolean',
      default: false,
      noDataExpression: true,
      ...forBuilders('Leave it off: only a person may turn it on'),
    },
  ];
}

/**
 * The parameter of a switch that only a person may turn on: `confirmTemplateDelete`. n8n keeps the value of a parameter
 * if another operation with a parameter of the same name is chosen, so each operation has its own name.
 */
export function switchName(key: string, owner: FormOwner): string {
  return owner ? `${key}${capitalized(owner.resource)}${capitalized(owner.key)}` : key;
}

/**
 * The saved value of such a switch; only a literal `true` turns it on. The editor offers no expression there, but n8n
 * would evaluate one, `$fromAI()` included, if the workflow contains it, while the editor shows the switch as off. Any
 * expression is refused, because its result may come from an AI model or from an item.
 */
function personOnlyValue(
  item: ItemParameters,
  key: string,
  { label }: InputField,
  owner: FormOwner,
): boolean {
  const value: unknown = item.saved[switchName(key, owner)];
  if (value === true) return true;
  if ([false, undefined, null, ''].includes(value as never)) return false;
  throw invalidInput(
    label,
    key,
    'is not turned on in the node',
    `Turn on '${label}' in the node: it can't be set by an expression.`,
  );
}
