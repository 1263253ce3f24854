import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { invalidInput } from '../../../shared/errors/serviceError';
import type { OpenedFile } from '../../../shared/fields/file';
import { type Control, baseProps } from './control';
import type { ItemParameters } from './itemParameters';
import { readOrThrow } from './unresolved';

/** A file to upload, from the item or from a URL. */
export const file: Control<'file'> = {
  properties: (_key, { description }) => [
    sourceProperty([FROM_ITEM, FROM_URL], description),
    binaryProperty,
    urlProperty,
  ],
  collect(item) {
    const read = (name: string, label: string) => readOrThrow(() => item.value(name), name, label);
    const source = read(INPUT_SOURCE, INPUT_SOURCE_LABEL);
    const { name, displayName } = source === 'url' ? urlProperty : binaryProperty;
    return fileSource(item, { [INPUT_SOURCE]: source, [name]: read(name, displayName) });
  },
};

/** An image of a design: a file, or one that was uploaded earlier. */
export const image: Control<'image'> = {
  properties: (key, field) => [
    {
      ...baseProps(key, field),
      type: 'fixedCollection',
      default: {},
      placeholder: 'Add Image',
      options: [
        {
          displayName: 'Image',
          name: 'image',
          values: [
            fileIdProperty,
            binaryProperty,
            sourceProperty([FROM_ITEM, FROM_UPLOAD, FROM_URL]),
            urlProperty,
          ],
        },
      ],
    },
  ],
  collect(item, key) {
    const { image: values } = (item.value(key) ?? {}) as { image?: IDataObject };
    return values && fileSource(item, values);
  },
};

/** Parameter that selects where a file comes from: `binary`, `url` or `fileId`. */
const INPUT_SOURCE = 'inputSource';
const INPUT_SOURCE_LABEL = 'Input Source';

/** Parameter with the name of the input binary field. */
const BINARY_PROPERTY = 'binaryPropertyName';

const FROM_ITEM = {
  name: 'Binary Data',
  value: 'binary',
  description: 'File attached to the input item',
};
const FROM_URL = { name: 'URL', value: 'url', description: 'Public URL of the image' };
const FROM_UPLOAD = {
  name: 'File ID',
  value: 'fileId',
  description: 'Image that was uploaded earlier',
};

function sourceProperty(
  options: { name: string; value: string; description: string }[],
  description?: string,
): INodeProperties {
  return {
    displayName: INPUT_SOURCE_LABEL,
    name: INPUT_SOURCE,
    type: 'options',
    default: 'binary',
    ...(description === undefined ? {} : { description }),
    options,
  };
}

const binaryProperty: INodeProperties = {
  displayName: 'Input Binary Field',
  name: BINARY_PROPERTY,
  type: 'string',
  default: 'data',
  required: true,
  hint: 'The name of the input binary field containing the image',
  displayOptions: { show: { [INPUT_SOURCE]: ['binary'] } },
};

const urlProperty: INodeProperties = {
  displayName: 'URL',
  name: 'url',
  type: 'string',
  default: '',
  required: true,
  placeholder: 'e.g. https://www.example.com/logo.png',
  description: 'Public image URL that responds within 10 seconds',
  displayOptions: { show: { [INPUT_SOURCE]: ['url'] } },
};

const fileIdProperty: INodeProperties = {
  displayName: 'File ID',
  name: 'fileId',
  type: 'string',
  default: '',
  required: true,
  placeholder: 'e.g. file_0123456789abcdef0123456789abcdef',
  description: 'ID returned by an upload; starts with file_',
  displayOptions: { show: { [INPUT_SOURCE]: ['fileId'] } },
};

/** Where the file comes from, as the declaration's field takes it; the file is opened only when it is sent. */
function fileSource(item: ItemParameters, values: Record<string, unknown>) {
  const { [INPUT_SOURCE]: source, url, fileId, [BINARY_PROPERTY]: field } = values;
  if (source === 'url') return { url };
  if (source === 'fileId') return { fileId };
  return { load: () => loadBinary(item, typeof field === 'string' ? field : 'data') };
}

async function loadBinary(item: ItemParameters, field: string): Promise<OpenedFile> {
  const opened = await item.openBinary(field);
  if (opened) return opened;
  throw invalidInput(
    'Input Binary Field',
    BINARY_PROPERTY,
    `is '${field}', but the item has no such binary field`,
    'Enter the name of the binary field that the previous node outputs, often data.',
  );
}
