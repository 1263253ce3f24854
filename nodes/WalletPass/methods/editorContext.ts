import { type ILoadOptionsFunctions, type INodePropertyOptions, isExpression } from 'n8n-workflow';

import type { Choice } from '../../../shared/pickers/picker';
import { locatorValue } from '../controls/locatorValue';

/** Current value of a parameter; `undefined` for an expression, which only a run can resolve. */
export function currentValue(
  functions: ILoadOptionsFunctions,
  parameter: string,
): string | undefined {
  const current = functions.getCurrentNodeParameter(parameter);
  const value = locatorValue(current);
  return typeof value === 'string' && value !== '' && !isExpression(value) ? value : undefined;
}

/**
 * The choices as n8n's lists have them. n8n stores the ID and the name of what is chosen in the node, and runs text
 * that begins with `=` as an expression: somebody could enter one as their name in a sign-up form.
 */
export function listOptions(
  choices: readonly Choice[],
): (INodePropertyOptions & { value: string })[] {
  return choices
    .filter(({ id }) => !isExpression(id))
    .map(({ id, label }) => ({ name: neverExpression(label), value: id }));
}

/** A name that n8n stores; in quotes if n8n would run it. */
export function neverExpression(name: string): string {
  return isExpression(name) ? `'${name}'` : name;
}
