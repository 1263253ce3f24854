import type { IExecuteFunctions } from 'n8n-workflow';
import { isExpression } from 'n8n-workflow';

import { invalidInput } from '../../../shared/errors/serviceError';
import { UnresolvedValue } from '../../../shared/fields';
import type { RawInput } from '../../../shared/fields';
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
  /** Limits whose expressions fail for the first item: the others run with the default, that item fails. */
  unresolved: RawInput;
}

/** The limits of a run, from the options of its first item. */
export function runLimits(firstItem: ItemParameters): RunLimits {
  const read = (key: string, label: string) =>
    orUnresolved(() => firstItem.collection('options')[key], key, label);
  const concurrency = read(MAX_PARALLEL, MAX_PARALLEL_LABEL) ?? 10;
  const minutes = read(MAX_WAIT, MAX_WAIT_LABEL) ?? 5;
  return {
    concurrency: Math.min(50, Math.max(1, Math.floor(numberOr(10, concurrency) || 10))),
    maxThrottleWaitMs: Math.max(0, numberOr(5, minutes)) * 60_000,
    unresolved: {
      ...(concurrency instanceof UnresolvedValue && { [MAX_PARALLEL]: concurrency }),
      ...(minutes instanceof UnresolvedValue && { [MAX_WAIT]: minutes }),
    },
  };
}

/** An expression can evaluate to anything. */
function numberOr(fallback: number, value: unknown): number {
  return value === '' || value === null || !Number.isFinite(Number(value))
    ? fallback
    : Number(value);
}
