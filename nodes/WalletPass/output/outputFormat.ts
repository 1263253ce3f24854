/** How to output the results of an item: the parameters that ask for it, and what they say. */

import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { type ServiceError, isServiceError } from '../../../shared/errors/serviceError';
import { type OutputFields, simpleFields } from '../../../shared/fields/output';
import {
  type Operation,
  type OutputShape,
  outputFields,
} from '../../../shared/operations/operation';
import { byName } from '../controls/control';
import { hasAutomaticMapper } from '../controls/fieldValues';
import { type ItemParameters, valueOrError } from '../controls/itemParameters';
import { binaryOutput, rowsOutput, type FileOutput } from './fileOutput';

/** Whether an output has fields that Simplify omits. */
export function canSimplify({ returns, fields }: OutputShape): boolean {
  return (
    returns !== 'file' && Object.values(fields).some(({ omitFromSimplified }) => omitFromSimplified)
  );
}

/** The switch for the most important fields only. */
export const simplify: INodeProperties = {
  displayName: 'Simplify',
  name: 'simplify',
  type: 'boolean',
  default: true,
  description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** n8n's choice for AI tools instead of {@link simplify}, because a model has little room for results. */
const output: INodeProperties = {
  displayName: 'Output',
  name: 'output',
  type: 'options',
  default: 'simplified',
  description: 'Which fields the AI agent gets',
  options: [
    { name: 'Raw', value: 'raw', description: 'All available fields' },
    { name: 'Selected Fields', value: 'selectedFields', description: 'Only the fields you choose' },
    { name: 'Simplified', value: 'simplified', description: 'The most useful fields' },
  ],
};

/** The fields for {@link output}; the ID is always part of the output. */
const selectedFields: INodeProperties = {
  displayName: 'Fields',
  name: 'selectedFields',
  type: 'multiOptions',
  default: [],
  description: 'Fields that the AI agent gets. The ID is always included.',
};

/** The choice of output fields for people and for AI tools; none if the output is simple anyway. */
export function outputProperties(operation: Operation): INodeProperties[] {
  if (!canSimplify(operation.output)) return [];
  const options = Object.entries(outputFields(operation))
    .filter(([key]) => key !== 'id')
    .map(([value, { label: name }]) => ({ name, value }));
  const forTool = { '@tool': [true] };
  const forPeople = { ...simplify, displayOptions: { show: { '@tool': [false] } } };
  // A complete list is never the tool of an AI agent.
  if (operation.list) return [forPeople];
  return [
    forPeople,
    { ...output, displayOptions: { show: forTool } },
    {
      ...selectedFields,
      options: byName(options),
      displayOptions: { show: { ...forTool, [output.name]: ['selectedFields'] } },
    },
  ];
}

/**
 * The fields that the parameters ask for; `undefined` for the raw data.
 * @param read a parameter; `null` if n8n hides it
 */
function chosenFields(
  operation: Operation,
  read: (property: INodeProperties) => unknown,
): OutputFields | undefined {
  if (!canSimplify(operation.output)) return undefined;
  const fields = outputFields(operation);
  const choice = read(output) ?? ((read(simplify) ?? true) === true ? 'simplified' : 'raw');
  if (choice === 'raw') return undefined;
  if (choice === 'simplified') return simpleFields(fields);
  const keys = ['id', ...((read(selectedFields) as string[] | null) ?? [])];
  return Object.fromEntries(Object.entries(fields).filter(([key]) => keys.includes(key)));
}

/** The output of a file: one item with the file, or one item per row. */
export const outputAs: INodeProperties = {
  displayName: 'Output As',
  name: 'outputAs',
  type: 'options',
  default: 'file',
  options: [
    { name: 'File', value: 'file', description: 'One item with the file as binary data' },
    { name: 'Items', value: 'items', description: 'One item per row of the file' },
  ],
};

/** The binary field that gets the file. */
export const binaryField: INodeProperties = {
  displayName: 'Put Output File in Field',
  name: 'binaryPropertyName',
  type: 'string',
  default: 'data',
  required: true,
  hint: 'The name of the output binary field to put the file in',
  displayOptions: { show: { [outputAs.name]: ['file'] } },
};

export interface ItemOutput {
  /** Fields to output. Default: all fields. */
  fields?: OutputFields | undefined;
  /** Set for an operation that returns a file. */
  fileSink?: FileOutput;
  /** Set if one hint of the run names the skipped fields, instead of a list in every item. */
  omitsSkippedFields: boolean;
  /** Errors of parameters whose expressions fail. */
  errors: ServiceError[];
}

/** Reads the parameters of one item, before anything is sent. */
export function readItemOutput(
  functions: IExecuteFunctions,
  item: ItemParameters,
  operation: Operation,
): ItemOutput {
  const errors: ServiceError[] = [];
  /** Notes an expression that fails as an error of the item. */
  const read = (property: INodeProperties): unknown => {
    const value = valueOrError(item, property);
    if (!isServiceError(value)) return value;
    errors.push(value);
    return undefined;
  };
  const common = { omitsSkippedFields: hasAutomaticMapper(item, operation), errors };
  if (operation.output.returns === 'file') {
    const fileSink =
      read(outputAs) === 'items'
        ? rowsOutput()
        : binaryOutput(functions, (read(binaryField) as string | undefined) || 'data');
    return { ...common, fileSink };
  }
  // n8n saves only the parameters that it shows; `null` represents a hidden parameter.
  const readShown = (property: INodeProperties) =>
    property.name in item.saved ? read(property) : null;
  return { ...common, fields: chosenFields(operation, readShown) };
}
