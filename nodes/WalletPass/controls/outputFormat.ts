import type { INodeProperties } from 'n8n-workflow';

import type { OutputShape } from '../../../shared/operations/operation';

/** Whether an operation has the Simplify switch. n8n requires one if an output has more than ten fields. */
export function canSimplify({ returns, fields }: OutputShape): boolean {
  return returns !== 'file' && Object.keys(fields).length > 10;
}

/** The switch for the most important fields only. */
export const simplify: INodeProperties = {
  displayName: 'Simplify',
  name: 'simplify',
  type: 'boolean',
  default: true,
  description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** For a file: one item with the file, or one per row. */
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
