import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { invalidInput } from '../../../shared/errors/serviceError';
import type { FileSource } from '../../../shared/fields/file';
import type { OpenedFile } from '../../../shared/fields/image';
import { BINARY_PROPERTY, INPUT_SOURCE } from '../properties/uploadControls';

/** The file of the top-level upload parameters. */
export function collectFile(functions: IExecuteFunctions, itemIndex: number): unknown {
  const source = functions.getNodeParameter(INPUT_SOURCE, itemIndex) as string;
  const name = source === 'url' ? 'url' : BINARY_PROPERTY;
  return fileSource(functions, itemIndex, {
    [INPUT_SOURCE]: source,
    [name]: functions.getNodeParameter(name, itemIndex),
  });
}

/**
 * The image of a design parameter.
 * @param value `{image: {inputSource, ...}}`
 */
export function collectImage(
  functions: IExecuteFunctions,
  itemIndex: number,
  value: unknown,
): unknown {
  const { image } = (value ?? {}) as { image?: IDataObject };
  return image && fileSource(functions, itemIndex, image);
}

function fileSource(
  functions: IExecuteFunctions,
  itemIndex: number,
  values: IDataObject,
): FileSource | { url: unknown } | { fileId: unknown } {
  const { [INPUT_SOURCE]: source = 'binary', url, fileId, [BINARY_PROPERTY]: field } = values;
  if (source === 'url') return { url };
  if (source === 'fileId') return { fileId };
  return {
    load: () => loadBinary(functions, itemIndex, typeof field === 'string' ? field : 'data'),
  };
}

async function loadBinary(
  functions: IExecuteFunctions,
  itemIndex: number,
  field: string,
): Promise<OpenedFile> {
  const binary = functions.getInputData()[itemIndex]?.binary?.[field];
  if (!binary) {
    throw invalidInput(
      'Input Binary Field',
      BINARY_PROPERTY,
      `is '${field}', but the item has no such binary field`,
      'Enter the name of the binary field that the previous step outputs, often data.',
    );
  }
  const { id, fileName = 'image', mimeType } = binary;
  // A stored file may be larger than memory; one inside the item is in memory already.
  const content = id
    ? await functions.helpers.getBinaryStream(id)
    : [await functions.helpers.getBinaryDataBuffer(itemIndex, field)];
  return { name: fileName, mimeType, content };
}
