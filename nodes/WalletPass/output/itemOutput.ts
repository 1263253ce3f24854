/** How the result of an item is to be output: what the node's parameters say, read before anything is sent. */

import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { type ServiceError, isServiceError } from '../../../shared/errors/serviceError';
import type { OutputFields } from '../../../shared/fields/output';
import { type Operation, outputFields } from '../../../shared/operations/operation';
import { hasAutomaticMapper } from '../controls/fieldValues';
import type { ItemParameters } from '../controls/itemParameters';
import { binaryField, canSimplify, chosenFields, outputAs } from '../controls/outputFormat';
import { readOrError } from '../controls/unresolved';
import { binaryOutput, rowsOutput, type FileOutput } from './fileOutput';

export interface ItemOutput {
  /** All fields if not set. */
  fields?: OutputFields | undefined;
  /** Set for an operation that returns a file. */
  fileSink?: FileOutput;
  /** Set if one hint of the run names the skipped fields, instead of a list in every item. */
  omitsSkippedFields: boolean;
  /** Of parameters whose expressions fail. */
  errors: ServiceError[];
}

/** Reads the parameters of one item. */
export function readItemOutput(
  functions: IExecuteFunctions,
  item: ItemParameters,
  operation: Operation,
): ItemOutput {
  const errors: ServiceError[] = [];
  /** Notes an expression that fails as an error of the item. */
  const read = ({ name, displayName }: INodeProperties): unknown => {
    const value = readOrError(() => item.value(name), name, displayName);
    if (!isServiceError(value)) return value;
    errors.push(value);
    return undefined;
  };
  const omitsSkippedFields = hasAutomaticMapper(item, operation);
  return operation.output.returns === 'file'
    ? { fileSink: fileOutput(functions, read), omitsSkippedFields, errors }
    : { fields: wantedFields(item, operation, read), omitsSkippedFields, errors };
}

type Read = (property: INodeProperties) => unknown;

function fileOutput(functions: IExecuteFunctions, read: Read): FileOutput {
  if (read(outputAs) === 'items') return rowsOutput();
  return binaryOutput(functions, (read(binaryField) as string | undefined) || 'data');
}

function wantedFields(
  { saved }: ItemParameters,
  operation: Operation,
  read: Read,
): OutputFields | undefined {
  if (!canSimplify(operation.output)) return undefined;
  // n8n saves only the parameters that it shows; `null` is one that it hides.
  const readShown: Read = (property) => (property.name in saved ? read(property) : null);
  return chosenFields(outputFields(operation), readShown);
}
