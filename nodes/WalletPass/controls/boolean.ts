import { invalidInput } from '../../../shared/errors/serviceError';
import type { InputField } from '../../../shared/fields';
import { type Control, valueControl } from './control';
import type { ItemParameters } from './itemParameters';

/** A switch. */
export const boolean: Control<'boolean'> = {
  ...valueControl((field) => ({
    type: 'boolean',
    default: field.default,
    ...(field.noExpression ? { noDataExpression: true } : {}),
  })),
  collect: (item, key, field) =>
    field.noExpression ? fixedValue(item, key, field) : item.value(key),
};

/** A switch that a person must turn on in the node, e.g. to confirm a deletion. */
export const confirmation: Control<'confirmation'> = {
  // Hides the expression toggle and the button that lets an AI model fill in the value.
  ...valueControl(() => ({ type: 'boolean', default: false, noDataExpression: true })),
  collect: fixedValue,
};

/**
 * The saved value of a switch. The editor offers no expression there, but n8n would evaluate one,
 * `$fromAI()` included, if the workflow contains it; the editor then shows the switch as off. Refused
 * whatever its result: it may come from an AI model or from an item.
 */
function fixedValue(item: ItemParameters, key: string, { label }: InputField): unknown {
  const value = item.saved[key];
  if (typeof value !== 'string' || value === '') return value;
  throw invalidInput(
    label,
    key,
    'is not turned on in the node',
    `Turn on '${label}' in the node: it cannot be set by an expression.`,
  );
}
