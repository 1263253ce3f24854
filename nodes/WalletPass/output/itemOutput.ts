/** How to output the result of an item, according to the node's parameters, which are read before anything is sent. */

import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { type ServiceError, isServiceError } from '../../../shared/errors/serviceError';
import type { OutputFields } from '../../../shared/fields/output';
import type { Operation } from '../../../shared/operations/operation';
import { hasAutomaticMapper } from '../controls/fieldValues';
import type { ItemParameters } from '../controls/itemParameters';
import { binaryField, chosenFields, outputAs } from '../controls/outputFormat';
import { valueOrError } from '../controls/unresolved';
import { binaryOutput, rowsOutput, type FileOutput } from './fileOutput';

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

/** Reads the parameters of one item. */
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
