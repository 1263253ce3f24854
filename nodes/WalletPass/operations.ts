import { type IExecuteFunctions, isExpression } from 'n8n-workflow';

import { ServiceError, invalidInput } from '../../shared/errors/serviceError';
import { RESOURCES, type Resource } from '../../shared/operations';
import type { Operation } from '../../shared/operations/operation';
import { upsert } from '../../shared/operations/pass/upsert';

/** Operations offered on n8n, by resource. */
export const N8N_RESOURCES: readonly Resource[] = RESOURCES.map((resource) => ({
  ...resource,
  operations: resource.operations.filter((operation) => !operation.zapierOnly),
}));

/** The operation with a resource and key; `undefined` if n8n offers none. */
export function findOperation(resource: string, key: string): Operation | undefined {
  return N8N_RESOURCES.find((known) => known.key === resource)?.operations.find(
    (operation) => operation.key === key,
  );
}

/** The operation that is chosen in the node, the same for all items. */
export function chosenOperation(functions: IExecuteFunctions): Operation {
  const resource = fixedChoice(functions, 'resource', 'Resource');
  const key = fixedChoice(functions, 'operation', 'Operation');
  const operation = findOperation(resource, key);
  if (operation?.list && isTool(functions)) {
    // An operation that needs a complete list would treat everybody else as missing.
    throw new ServiceError({
      kind: 'invalidInput',
      message: `'${operation.label}' can't be used as a tool: a tool call has one item, not the complete list`,
      fix: `Choose ${upsert.label} for this tool.`,
    });
  }
  if (operation) return operation;
  throw invalidInput(
    'Operation',
    'operation',
    `has an unknown value: ${key}`,
    'Choose the operation again. The workflow may come from a newer version of this node.',
  );
}

/** Refuses an expression, because a switch that confirms one operation must not confirm another. */
function fixedChoice(functions: IExecuteFunctions, name: string, label: string): string {
  const saved: unknown = functions.getNode().parameters[name];
  const value = String(saved);
  // n8n 1.123 removes the leading '='.
  if (!value.includes('{{') && !isExpression(value)) return value;
  throw invalidInput(
    label,
    name,
    'is set by an expression',
    `Choose '${label}' in the node: it can't be set by an expression. Use one node per operation.`,
  );
}

/**
 * Whether failed items become output items. For the tool of an AI agent, they always do: with Stop Workflow, n8n would
 * hand the model an empty result instead of the error.
 */
export function continuesOnFail(functions: IExecuteFunctions): boolean {
  return functions.continueOnFail() || isTool(functions);
}

/** Whether an AI model calls the node. */
function isTool(functions: IExecuteFunctions): boolean {
  return functions.getNode().type.endsWith('Tool');
}
