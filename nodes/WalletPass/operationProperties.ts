/** The properties of the action node: Resource, Operation, then the inputs of each operation. */

import type { IBuilderHintVariation, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { InputFields } from '../../shared/fields';
import type { Resource } from '../../shared/operations';
import type { Operation } from '../../shared/operations/operation';
import { form } from './controls';
import { externalIdColumns, hasOptionalExternalId } from './controls/externalIdColumns';
import { moreFieldValues } from './controls/fieldValues';
import { shownFor } from './controls/form';
import { byName, firstKey } from './controls/control';
import { binaryField, outputAs, outputProperties } from './output/outputFormat';
import { RUN_LIMITS } from './controls/runLimits';
import { N8N_RESOURCES } from './operations';

/** Shown below the node on the canvas, e.g. `Issue: Pass`. The map is flat, because `}}` would end the expression. */
export function subtitle(): string {
  const subtitles = N8N_RESOURCES.flatMap(({ key, label, operations }) =>
    operations.map((operation) => [`${key}.${operation.key}`, `${operation.label}: ${label}`]),
  );
  const map = JSON.stringify(Object.fromEntries(subtitles));
  return `={{ (${map})[$parameter["resource"] + "." + $parameter["operation"]] }}`;
}

/** All properties of the node, in display order. */
export function nodeProperties(): INodeProperties[] {
  return [
    {
      displayName: 'Resource',
      name: 'resource',
      type: 'options',
      noDataExpression: true,
      default: firstKey(N8N_RESOURCES),
      options: byName(
        N8N_RESOURCES.map(({ key, label, description }): INodePropertyOptions => ({
          name: label,
          value: key,
          description,
        })),
      ),
    },
    ...N8N_RESOURCES.map(operationProperty),
    ...N8N_RESOURCES.flatMap(({ key, operations }) =>
      operations.flatMap((operation) =>
        operationInputs(operation).map((property) =>
          shownFor({ resource: [key], operation: [operation.key] }, property),
        ),
      ),
    ),
  ];
}

function operationProperty({ key, operations }: Resource): INodeProperties {
  return {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: [key] } },
    default: firstKey(operations),
    options: byName(
      operations.map((operation) => ({
        name: operation.label,
        value: operation.key,
        action: operation.action,
        description: operation.description,
        // A tool call has one item, so it would always refuse.
        ...(operation.list && { displayOptions: { show: { '@tool': [false] } } }),
      })),
    ),
  };
}

/**
 * Texts for builders that write workflows with AI: n8n shows them the description of another resource's operation if
 * both have the same name.
 */
export function operationTexts(): IBuilderHintVariation[] {
  return N8N_RESOURCES.flatMap(({ key, operations }) =>
    operations.map((operation) => ({
      content: operation.description,
      displayOptions: { show: { resource: [key], operation: [operation.key] } },
    })),
  );
}

function operationInputs(operation: Operation): INodeProperties[] {
  const { input, output } = operation;
  return [
    ...form.direct(input, operation),
    ...(output.returns === 'file' ? [outputAs, binaryField] : []),
    ...outputProperties(operation),
    ...form.collections(input, operation, ownOptions(input), operation.longRuns ? RUN_LIMITS : {}),
  ];
}

/** Options that n8n adds to an operation, independent of its declaration. */
function ownOptions(input: InputFields): INodeProperties[] {
  const inputs = Object.values(input);
  return [
    ...(hasOptionalExternalId(input) ? [externalIdColumns] : []),
    ...(inputs.some(({ kind }) => kind === 'fieldValues') ? [moreFieldValues] : []),
  ];
}
