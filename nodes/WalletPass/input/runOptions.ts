import type { IExecuteFunctions } from 'n8n-workflow';
import { isExpression } from 'n8n-workflow';

import { invalidInput } from '../../../shared/errors/serviceError';
import type { ServiceError } from '../../../shared/errors/serviceError';
import { UnresolvedValue } from '../../../shared/fields';
import { isBlank } from '../../../shared/service/text';
import type { Operation } from '../../../shared/operations/operation';
import {
  MAX_PARALLEL,
  MAX_PARALLEL_LABEL,
  MAX_WAIT,
  MAX_WAIT_LABEL,
  findOperation,
} from '../properties/operationProperties';
import type { ItemParameters } from './itemParameters';
import { savedParameter } from './itemParameters';
import { orUnresolved } from './unresolved';

/** The operation that is chosen in the node; it is the same for all items. */
export function chosenOperation(functions: IExecuteFunctions): Operation {
  const resource = fixedChoice(functions, 'resource', 'Resource');
  const key = fixedChoice(functions, 'operation', 'Operation');
  const operation = findOperation(resource, key);
  if (operation) return operation;
  throw invalidInput(
    'Operation',
    'operation',
    `${key} of ${resource} does not exist`,
    'Choose the operation again. The workflow may come from a newer version of this node.',
  );
}

/** Never an expression: a switch that confirms one operation must not confirm another. */
function fixedChoice(functions: IExecuteFunctions, name: string, label: string): string {
  const value = String(savedParameter(functions, name));
  // n8n 1.123 removes the leading '='.
  if (!value.includes('{{') && !isExpression(value)) return value;
  throw invalidInput(
    label,
    name,
    'is set by an expression',
    `Choose '${label}' in the node: it cannot be set by an expression. Use one node per operation.`,
  );
}

/**
 * Whether failed items become output items. As the tool of an AI agent, always: with Stop Workflow, n8n
 * would hand the model an empty result instead of the error.
 */
export function continuesOnFail(functions: IExecuteFunctions): boolean {
  return functions.continueOnFail() || functions.getNode().type.endsWith('Tool');
}

interface RunLimits {
  concurrency: number;
  maxThrottleWaitMs: number;
  /** Of limits whose expressions fail: the other items run with the default, the first one fails. */
  errors: ServiceError[];
}

/** The limits of a run, from the options of its first item. */
export function readRunLimits(firstItem: ItemParameters): RunLimits {
  const errors: ServiceError[] = [];
  const read = (key: string, label: string, fallback: number): number => {
    const value = orUnresolved(() => firstItem.collection('options')[key], key, label);
    if (value instanceof UnresolvedValue) errors.push(value.failure);
    // An expression can evaluate to anything.
    return isBlank(value) || !Number.isFinite(Number(value)) ? fallback : Number(value);
  };
  const concurrency = read(MAX_PARALLEL, MAX_PARALLEL_LABEL, 10);
  return {
    concurrency: Math.min(50, Math.max(1, Math.floor(concurrency || 10))),
    maxThrottleWaitMs: Math.max(0, read(MAX_WAIT, MAX_WAIT_LABEL, 5)) * 60_000,
    errors,
  };
}
