import type { IDisplayOptions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { InputField, InputFields } from '../../../shared/fields';
import { RESOURCES } from '../../../shared/operations';
import type { Resource } from '../../../shared/operations';
import type { Operation, OutputShape } from '../../../shared/operations/operation';
import {
  MORE_FIELD_VALUES,
  byName,
  collectionControls,
  controlsOf,
  fieldValuesById,
  firstKey,
} from './controls';

/** From the declarations to the node's properties: Resource, Operation, then each one's inputs. */

/** Operations offered on n8n, by resource. */
export const N8N_RESOURCES: readonly Resource[] = RESOURCES.map((resource) => ({
  ...resource,
  operations: resource.operations.filter((operation) => !operation.flatOnly),
}));

export function findOperation(resource: string, key: string): Operation | undefined {
  return N8N_RESOURCES.find((one) => one.key === resource)?.operations.find(
    (operation) => operation.key === key,
  );
}

/** n8n requires a simplified view if an output has more than ten fields. */
export function canSimplify({ returns, fields }: OutputShape): boolean {
  return returns !== 'file' && Object.keys(fields).length > 10;
}

export const SIMPLIFY = 'simplify';
export const OUTPUT_AS = 'outputAs';
export const BINARY_FIELD = 'binaryPropertyName';
export const MAX_PARALLEL = 'maxParallelRequests';
export const MAX_WAIT = 'maxWaitMinutes';
export const MAX_WAIT_LABEL = 'Max Wait When Rate Limited (Minutes)';

export function nodeProperties(): INodeProperties[] {
  return [
    {
      displayName: 'Resource',
      name: 'resource',
      type: 'options',
      noDataExpression: true,
      default: firstKey(N8N_RESOURCES),
      options: byName(
        N8N_RESOURCES.map(({ key, label }): INodePropertyOptions => ({ name: label, value: key })),
        ({ name }) => name,
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
      })),
      ({ name }) => name,
    ),
  };
}

function operationInputs(operation: Operation): INodeProperties[] {
  const { input, output } = operation;
  return [
    ...Object.entries(input)
      .filter(([, field]) => field.section === undefined)
      .flatMap(([key, field]) =>
        controlsOf(key, field).map((property) => shownWith(field, property)),
      ),
    ...(output.returns === 'file' ? fileControls() : []),
    ...(canSimplify(output) ? [SIMPLIFY_CONTROL] : []),
    ...collectionControls(input, { options: runControls(input) }),
  ].map((property) =>
    property.type === 'resourceMapper' && input.templateId?.required
      ? shownWithTemplate(property)
      : property,
  );
}

/** Hides an input that has no effect. */
function shownWith({ onlyWith }: InputField, property: INodeProperties): INodeProperties {
  if (!onlyWith) return property;
  const show = Object.entries(onlyWith).map(([name, values]) => [name, [...values]]);
  return shownFor(Object.fromEntries(show) as NonNullable<IDisplayOptions['show']>, property);
}

/** Without a template there are no fields to map. */
function shownWithTemplate(mapper: INodeProperties): INodeProperties {
  return { ...mapper, displayOptions: { ...mapper.displayOptions, hide: { templateId: [''] } } };
}

const SIMPLIFY_CONTROL: INodeProperties = {
  displayName: 'Simplify',
  name: SIMPLIFY,
  type: 'boolean',
  default: true,
  description: 'Whether to return a simplified version of the response instead of the raw data',
};

function fileControls(): INodeProperties[] {
  return [
    {
      displayName: 'Output As',
      name: OUTPUT_AS,
      type: 'options',
      default: 'file',
      options: [
        { name: 'File', value: 'file', description: 'One item with the file as binary data' },
        { name: 'Items', value: 'items', description: 'One item per row of the file' },
      ],
    },
    {
      displayName: 'Put Output File in Field',
      name: BINARY_FIELD,
      type: 'string',
      default: 'data',
      required: true,
      hint: 'The name of the output binary field to put the file in',
      displayOptions: { show: { [OUTPUT_AS]: ['file'] } },
    },
  ];
}

const MAX_PARALLEL_CONTROL: INodeProperties = {
  displayName: 'Max Parallel Requests',
  name: MAX_PARALLEL,
  type: 'number',
  typeOptions: { minValue: 1, maxValue: 50, numberPrecision: 0 },
  default: 10,
  description:
    'Maximum number of requests sent at the same time. Items for the same pass always run in order.',
};

/** Options of every operation on n8n. */
function runControls(input: InputFields): INodeProperties[] {
  const inputs = Object.values(input);
  const hasValues = inputs.some((field: InputField) => field.kind === 'fieldValues');
  return [
    ...(hasValues ? [fieldValuesById(MORE_FIELD_VALUES, 'More Field Values')] : []),
    // Without inputs every item does the same.
    ...(inputs.length > 0 ? [MAX_PARALLEL_CONTROL] : []),
    {
      displayName: MAX_WAIT_LABEL,
      name: MAX_WAIT,
      type: 'number',
      typeOptions: { minValue: 0 },
      default: 5,
      description:
        'Longest time an item may wait while the service is rate limiting requests, before it fails',
    },
  ];
}

/** Adds to a property's own display conditions. */
function shownFor(
  show: NonNullable<IDisplayOptions['show']>,
  property: INodeProperties,
): INodeProperties {
  const own = property.displayOptions?.show ?? {};
  return { ...property, displayOptions: { ...property.displayOptions, show: { ...show, ...own } } };
}
