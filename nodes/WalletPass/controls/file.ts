import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { invalidInput, isServiceError } from '../../../shared/errors/serviceError';
import type { OpenedFile } from '../../../shared/fields/file';
import { type Control, baseProps } from './control';
import { type ItemParameters, valueOrError } from './itemParameters';

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

/** Source of a file. */
const sourceProperty: INodeProperties = {
  displayName: 'Input Source',
  name: 'inputSource',
  type: 'options',
  default: 'binary',
  options: [FROM_ITEM, FROM_URL],
};

/** The name of the input binary field. */
const binaryProperty: INodeProperties = {
  displayName: 'Input Data Field Name',
  name: 'binaryPropertyName',
  type: 'string',
  default: 'data',
  required: true,
  hint: 'The name of the input binary field containing the image',
  displayOptions: { show: { [sourceProperty.name]: ['binary'] } },
};

const urlProperty: INodeProperties = {
  displayName: 'URL',
  name: 'url',
  type: 'string',
  default: '',
  required: true,
  placeholder: 'e.g. https://www.example.com/logo.png',
  description: 'Public image URL that responds within 10 seconds',
  displayOptions: { show: { [sourceProperty.name]: ['url'] } },
};

const fileIdProperty: INodeProperties = {
  displayName: 'File ID',
  name: 'fileId',
  type: 'string',
  default: '',
  required: true,
  placeholder: 'e.g. file_0123456789abcdef0123456789abcdef',
  description: 'ID returned by an upload; starts with file_',
  displayOptions: { show: { [sourceProperty.name]: ['fileId'] } },
};

/** A file to upload, from the item or from a URL. */
export const file: Control<'file'> = {
  properties: (_key, { description }) => [
    { ...sourceProperty, description },
    binaryProperty,
    urlProperty,
  ],
  collect(item) {
    const source = valueOrError(item, sourceProperty);
    const property = source === 'url' ? urlProperty : binaryProperty;
    const value = valueOrError(item, property);
    const failed = [source, value].find((one) => isServiceError(one));
    return failed ?? fileSource(item, { [sourceProperty.name]: source, [property.name]: value });
  },
};

/** An image of a design: a file, or an image that was uploaded earlier. */
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
            { ...sourceProperty, options: [FROM_ITEM, FROM_UPLOAD, FROM_URL] },
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

/** The source of the file in the form of the declaration's field. The file is opened only when it is sent. */
function fileSource(item: ItemParameters, values: Record<string, unknown>) {
  const { inputSource, url, fileId, binaryPropertyName: field } = values;
  if (inputSource === 'url') return { url };
  if (inputSource === 'fileId') return { fileId };
  return { load: () => loadBinary(item, typeof field === 'string' ? field : 'data') };
}

async function loadBinary(item: ItemParameters, field: string): Promise<OpenedFile> {
  const opened = await item.openBinary(field);
  if (opened) return opened;
  throw invalidInput(
    binaryProperty.displayName,
    binaryProperty.name,
    `is '${field}', but the item has no such binary field`,
    'Enter the name of the binary field that the previous node outputs, often data.',
  );
}
