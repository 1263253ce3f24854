import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { FileSource, OpenedFile } from '../../../shared/fields/files';
import { invalidInput } from '../../../shared/http/failures';

/** The controls that ask for a file, and what they say for one item. */

const SOURCE = 'inputSource';
const BINARY = 'binaryPropertyName';

const binaryField: INodeProperties = {
  displayName: 'Input Binary Field',
  name: BINARY,
  type: 'string',
  default: 'data',
  required: true,
  hint: 'The name of the input binary field that holds the image',
  displayOptions: { show: { [SOURCE]: ['binary'] } },
};

const urlField: INodeProperties = {
  displayName: 'URL',
  name: 'url',
  type: 'string',
  default: '',
  required: true,
  placeholder: 'e.g. https://www.example.com/logo.png',
  description: 'A public address that the service fetches the image from within 10 seconds',
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
  description: 'A file that came with the item',
};
const URL_OPTION = { name: 'URL', value: 'url', description: 'A public address' };
const ID_OPTION = { name: 'File ID', value: 'fileId', description: 'An image uploaded before' };

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
            description: 'The ID that an upload gave back',
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

/** What the top-level file controls say. */
export function collectFile(functions: IExecuteFunctions, itemIndex: number): unknown {
  const source = functions.getNodeParameter(SOURCE, itemIndex) as string;
  const name = source === 'url' ? 'url' : BINARY;
  return fileSource(functions, itemIndex, {
    [SOURCE]: source,
    [name]: functions.getNodeParameter(name, itemIndex),
  });
}

/** What an image control says: `{image: {inputSource, ...}}`. */
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
      `'${field}' is not on the item`,
      'Give the name of the field that the earlier step puts its file in, often data.',
    );
  }
  const { id, fileName = 'image', mimeType } = binary;
  // A stored file may be larger than the memory; one inside the item is in memory already.
  const content = id
    ? await functions.helpers.getBinaryStream(id)
    : [await functions.helpers.getBinaryDataBuffer(itemIndex, field)];
  return { name: fileName, mimeType, content };
}
