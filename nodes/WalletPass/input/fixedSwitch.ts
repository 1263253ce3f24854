import type { IExecuteFunctions } from 'n8n-workflow';

import { invalidInput } from '../../../shared/errors/serviceError';
import type { ServiceError } from '../../../shared/errors/serviceError';
import type { InputField } from '../../../shared/fields';
import { COLLECTIONS } from '../properties/controls';
import { savedParameter } from './itemParameters';

/** Switches that a person must turn on in the node, e.g. to confirm a deletion. */

/** Whether an input is such a switch. */
export function isFixedSwitch(field: InputField): boolean {
  return field.kind === 'confirmation' || (field.kind === 'boolean' && field.noExpression === true);
}

/**
 * The saved value of the switch. The editor offers no expression there, but n8n would evaluate one,
 * `$fromAI()` included, if the workflow contains it; the editor then shows the switch as off.
 * @throws ServiceError `invalidInput` for an expression, whatever its result: it may come from an AI
 * model or from an item
 */
export function fixedSwitch(functions: IExecuteFunctions, key: string, field: InputField): unknown {
  const { section, label } = field;
  const value =
    section === undefined
      ? savedParameter(functions, key)
      : (savedParameter(functions, COLLECTIONS[section].name) as Record<string, unknown> | null)?.[
          key
        ];
  if (typeof value === 'string' && value !== '') throw setByExpression(label, key);
  return value;
}

function setByExpression(label: string, key: string): ServiceError {
  return invalidInput(
    label,
    key,
    'is not turned on in the node',
    `Turn on '${label}' in the node: it cannot be set by an expression.`,
  );
}
