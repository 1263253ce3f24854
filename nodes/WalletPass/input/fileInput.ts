import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { invalidInput } from '../../../shared/errors/serviceError';
import type { FileSource, OpenedFile } from '../../../shared/fields/file';
import {
  BINARY_PROPERTY,
  INPUT_SOURCE,
  INPUT_SOURCE_LABEL,
  binaryField,
  urlField,
} from '../properties/uploadControls';
import { resolved } from './unresolved';

/**
 * The file of the top-level upload parameters.
 * @throws ServiceError naming a parameter whose expression fails
 */
export function collectFile(functions: IExecuteFunctions, itemIndex: number): unknown {
  const read = (name: string, label: string) =>
    resolved(() => functions.getNodeParameter(name, itemIndex) as string, name, label);
  const source = read(INPUT_SOURCE, INPUT_SOURCE_LABEL);
  const { name, displayName } = source === 'url' ? urlField : binaryField;
  return fileSource(functions, itemIndex, {
    [INPUT_SOURCE]: source,
    [name]: read(name, displayName),
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
  const { id, fileName: name = 'image', mimeType, data } = binary;
  const { helpers } = functions;
  // A stored file may be larger than memory; one inside the item is in memory already.
  if (!id) {
    const read = async () => [await helpers.getBinaryDataBuffer(itemIndex, field)];
    return { name, mimeType, bytes: Buffer.byteLength(data, 'base64'), read };
  }
  const { fileSize: bytes } = await helpers.getBinaryMetadata(id);
  return { name, mimeType, bytes, read: () => helpers.getBinaryStream(id) };
}
