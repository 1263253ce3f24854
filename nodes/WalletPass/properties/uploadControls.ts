import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { FileSource } from '../../../shared/fields/file';
import type { OpenedFile } from '../../../shared/fields/image';
import { invalidInput } from '../../../shared/errors/serviceError';

/** The controls for a file, and reading their values for one item. */

const SOURCE = 'inputSource';
const BINARY = 'binaryPropertyName';

const binaryField: INodeProperties = {
  displayName: 'Input Binary Field',
  name: BINARY,
  type: 'string',
  default: 'data',
  required: true,
  hint: 'The name of the input binary field containing the image',
  displayOptions: { show: { [SOURCE]: ['binary'] } },
};

const urlField: INodeProperties = {
  displayName: 'URL',
  name: 'url',
  type: 'string',
  default: '',
  required: true,
  placeholder: 'e.g. https://www.example.com/logo.png',
  description: 'Public URL that the service downloads the image from, within 10 seconds',
  displayOptions: { show: { [SOURCE]: ['url'] } },
};

function sourceField(
  options: { name: string; value: string; description: string }[],
  description?: string,
) {
  return {
    displayName: 'Input Source',
    name: SOURCE,
    type: 'options' as const,
    default: 'binary',
    ...(description === undefined ? {} : { description }),
    options,
  };
}

const BINARY_OPTION = {
  name: 'Binary Data',
  value: 'binary',
  description: 'File attached to the input item',
};
const URL_OPTION = { name: 'URL', value: 'url', description: 'Public URL of the image' };
const ID_OPTION = { name: 'File ID', value: 'fileId', description: 'Image uploaded before' };

/** A file to upload, at the top level of an operation. */
export function fileControls(description: string | undefined): INodeProperties[] {
  return [sourceField([BINARY_OPTION, URL_OPTION], description), binaryField, urlField];
}

/** An image of a design: one entry of a collection. */
export function imageControl(
  base: Pick<INodeProperties, 'displayName' | 'name' | 'description'>,
): INodeProperties {
  return {
    ...base,
    type: 'fixedCollection',
    default: {},
    placeholder: 'Add Image',
    options: [
      {
        displayName: 'Image',
        name: 'image',
        values: [
          {
            displayName: 'File ID',
            name: 'fileId',
            type: 'string',
            default: '',
            required: true,
            placeholder: 'e.g. file_0123456789abcdef0123456789abcdef',
            description: 'ID that the upload returned',
            displayOptions: { show: { [SOURCE]: ['fileId'] } },
          },
          binaryField,
          sourceField([BINARY_OPTION, ID_OPTION, URL_OPTION]),
          urlField,
        ],
      },
    ],
  };
}

/** Value of the top-level file controls. */
export function collectFile(functions: IExecuteFunctions, itemIndex: number): unknown {
  const source = functions.getNodeParameter(SOURCE, itemIndex) as string;
  const name = source === 'url' ? 'url' : BINARY;
  return fileSource(functions, itemIndex, {
    [SOURCE]: source,
    [name]: functions.getNodeParameter(name, itemIndex),
  });
}

/** Value of an image control, `{image: {inputSource, ...}}`. */
export function collectImage(
  functions: IExecuteFunctions,
  itemIndex: number,
  control: unknown,
): unknown {
  const { image } = (control ?? {}) as { image?: IDataObject };
  return image && fileSource(functions, itemIndex, image);
}

function fileSource(
  functions: IExecuteFunctions,
  itemIndex: number,
  values: IDataObject,
): FileSource | { url: unknown } | { fileId: unknown } {
  const { [SOURCE]: source = 'binary', url, fileId, [BINARY]: field } = values;
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
      BINARY,
      `is '${field}', but the item has no such binary field`,
      'Enter the name of the binary field that the previous step outputs, often data.',
    );
  }
  const { id, fileName = 'image', mimeType } = binary;
  // A stored file may be larger than the memory; one inside the item is in memory already.
  const content = id
    ? await functions.helpers.getBinaryStream(id)
    : [await functions.helpers.getBinaryDataBuffer(itemIndex, field)];
  return { name: fileName, mimeType, content };
}
