import type { IDisplayOptions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { InputField, InputFields } from '../../../shared/fields';
import { RESOURCES } from '../../../shared/operations';
import type { Resource } from '../../../shared/operations';
import type { Operation, OutputShape } from '../../../shared/operations/operation';
import { collectionControls, controlsOf } from './controls';
import { MORE_FIELD_VALUES, fieldValuesById } from './fieldValueControls';
import { byName, firstKey } from './options';

/** The properties of the action node: Resource, Operation, then the inputs of each operation. */

/** Operations offered on n8n, by resource. */
export const N8N_RESOURCES: readonly Resource[] = RESOURCES.map((resource) => ({
  ...resource,
  operations: resource.operations.filter((operation) => !operation.zapierOnly),
}));

/** The operation with a resource and key, as chosen in the node. */
export function findOperation(resource: string, key: string): Operation | undefined {
  return N8N_RESOURCES.find((one) => one.key === resource)?.operations.find(
    (operation) => operation.key === key,
  );
}

/** Whether an operation has the Simplify switch. n8n requires one if an output has more than ten fields. */
export function canSimplify({ returns, fields }: OutputShape): boolean {
  return returns !== 'file' && Object.keys(fields).length > 10;
}

/** Names of the parameters that belong to no input of an operation. */
const SIMPLIFY = 'simplify';
const OUTPUT_AS = 'outputAs';
const BINARY_FIELD = 'binaryPropertyName';
export const EXTERNAL_ID_COLUMNS = 'externalIdColumns';
/** Also named by its errors and by the hint for rows without an external ID. */
export const EXTERNAL_ID_COLUMNS_LABEL = 'Derive External ID From';
export const MAX_PARALLEL = 'maxParallelRequests';
export const MAX_PARALLEL_LABEL = 'Max Parallel Requests';
export const MAX_WAIT = 'maxWaitMinutes';
/** Also named by the error when the wait is exceeded. */
export const MAX_WAIT_LABEL = 'Max Wait When Rate Limited (Minutes)';

/** Shown below the node on the canvas, e.g. `Issue: Pass`. A flat map: `}}` would end the expression. */
export function subtitle(): string {
  const subtitles = N8N_RESOURCES.flatMap(({ key, label, operations }) =>
    operations.map((one) => [`${key}.${one.key}`, `${one.label}: ${label}`]),
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
        controlsOf(key, field).map((property) => shownWhenEffective(field, property)),
      ),
    ...(output.returns === 'file' ? [OUTPUT_AS_CONTROL, BINARY_FIELD_CONTROL] : []),
    ...collectionControls(input, { options: runControls(input) }),
    ...(canSimplify(output) ? [SIMPLIFY_CONTROL] : []),
  ].map((property) =>
    property.type === 'resourceMapper' && input.templateId?.required
      ? shownWithTemplate(property)
      : property,
  );
}

/** Shows an input only with the settings of other inputs that it has an effect with. */
function shownWhenEffective(
  { visibleWhen }: InputField,
  property: INodeProperties,
): INodeProperties {
  if (!visibleWhen) return property;
  const show = Object.entries(visibleWhen).map(([name, values]) => [name, [...values]]);
  return shownFor(Object.fromEntries(show) as NonNullable<IDisplayOptions['show']>, property);
}

/** Without a template there are no fields to map. */
function shownWithTemplate(mapper: INodeProperties): INodeProperties {
  return { ...mapper, displayOptions: { ...mapper.displayOptions, hide: { templateId: [''] } } };
}

export const SIMPLIFY_CONTROL: INodeProperties = {
  displayName: 'Simplify',
  name: SIMPLIFY,
  type: 'boolean',
  default: true,
  description: 'Whether to return a simplified version of the response instead of the raw data',
};

export const OUTPUT_AS_CONTROL: INodeProperties = {
  displayName: 'Output As',
  name: OUTPUT_AS,
  type: 'options',
  default: 'file',
  options: [
    { name: 'File', value: 'file', description: 'One item with the file as binary data' },
    { name: 'Items', value: 'items', description: 'One item per row of the file' },
  ],
};

export const BINARY_FIELD_CONTROL: INodeProperties = {
  displayName: 'Put Output File in Field',
  name: BINARY_FIELD,
  type: 'string',
  default: 'data',
  required: true,
  hint: 'The name of the output binary field to put the file in',
  displayOptions: { show: { [OUTPUT_AS]: ['file'] } },
};

const MAX_PARALLEL_CONTROL: INodeProperties = {
  displayName: MAX_PARALLEL_LABEL,
  name: MAX_PARALLEL,
  type: 'number',
  typeOptions: { minValue: 1, maxValue: 50, numberPrecision: 0 },
  default: 10,
  description:
    'Maximum number of requests sent at the same time. Items for the same pass always run in order.',
};

const EXTERNAL_ID_COLUMNS_CONTROL: INodeProperties = {
  displayName: EXTERNAL_ID_COLUMNS_LABEL,
  name: EXTERNAL_ID_COLUMNS,
  type: 'string',
  default: '',
  placeholder: 'e.g. email, orderNumber',
  description:
    'Columns that identify a row, separated by commas. If External ID is empty, the node derives one from their values, so that a repeated run finds the pass instead of issuing it again.',
};

/** Whether items without an external ID are possible, which a repeated run issues again. */
export function hasOptionalExternalId({ externalId }: InputFields): boolean {
  return externalId?.required === false;
}

/** Options that n8n adds to an operation, independent of its declaration. */
function runControls(input: InputFields): INodeProperties[] {
  const inputs = Object.values(input);
  const hasValues = inputs.some((field: InputField) => field.kind === 'fieldValues');
  return [
    ...(hasOptionalExternalId(input) ? [EXTERNAL_ID_COLUMNS_CONTROL] : []),
    ...(hasValues ? [fieldValuesById(MORE_FIELD_VALUES, 'More Field Values')] : []),
    // Without inputs, every item does the same, so there is nothing to run in parallel.
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
  const existing = property.displayOptions?.show ?? {};
  return {
    ...property,
    displayOptions: { ...property.displayOptions, show: { ...show, ...existing } },
  };
}
