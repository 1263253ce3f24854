import { invalidInput } from '../../../shared/errors/serviceError';
import type { InputField } from '../../../shared/fields';
import type { Control } from './control';
import { collectValue, valueControl } from './control';
import type { ItemParameters } from './itemParameters';

/** A switch. */
export const boolean: Control<'boolean'> = {
  ...valueControl((field) => ({
    type: 'boolean',
    default: field.default,
    ...(field.noExpression ? { noDataExpression: true } : {}),
  })),
  collect: (item, key, field) =>
    (field.noExpression ? collectFixed : collectValue)(item, key, field),
};

/** A switch that a person must turn on in the node, e.g. to confirm a deletion. */
export const confirmation: Control<'confirmation'> = {
  // Hides the expression toggle and the button that lets an AI model fill in the value.
  ...valueControl(() => ({ type: 'boolean', default: false, noDataExpression: true })),
  collect: collectFixed,
};

/**
 * The saved value of a switch. The editor offers no expression there, but n8n would evaluate one,
 * `$fromAI()` included, if the workflow contains it; the editor then shows the switch as off. Refused
 * whatever its result: it may come from an AI model or from an item.
 */
function collectFixed(item: ItemParameters, key: string, field: InputField) {
  return collectValue(item, key, field, () => {
    const value = item.saved[key];
    if (typeof value === 'string' && value !== '') {
      throw invalidInput(
        field.label,
        key,
        'is not turned on in the node',
        `Turn on '${field.label}' in the node: it cannot be set by an expression.`,
      );
    }
    return value;
  });
}
