import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { nodeError } from '../errors/nodeErrors';
import { locatorValue } from '../controls/locatorValue';

/** Current value of a parameter; `undefined` for an expression, which only a run can resolve. */
export function currentValue(
  functions: ILoadOptionsFunctions,
  parameter: string,
): string | undefined {
  const current = functions.getCurrentNodeParameter(parameter);
  const value = locatorValue(current);
  return typeof value === 'string' && value !== '' && !value.startsWith('=') ? value : undefined;
}

/**
 * Throws n8n's own error class, so that the editor shows e.g. the missing scope instead of an empty
 * list. The user can still enter an ID.
 */
export async function withNodeErrors<T>(
  functions: ILoadOptionsFunctions,
  work: () => Promise<T>,
): Promise<T> {
  const outcome = await work().then(
    (value) => ({ value }),
    (thrown: unknown) => ({ error: nodeError(functions.getNode(), thrown) }),
  );
  if ('error' in outcome) throw outcome.error;
  return outcome.value;
}
