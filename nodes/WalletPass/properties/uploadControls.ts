import type { INodeProperties } from 'n8n-workflow';

/** Parameter that selects where a file comes from: `binary`, `url` or `fileId`. */
export const INPUT_SOURCE = 'inputSource';
export const INPUT_SOURCE_LABEL = 'Input Source';

/** Parameter with the name of the input binary field. */
export const BINARY_PROPERTY = 'binaryPropertyName';

export const binaryField: INodeProperties = {
  displayName: 'Input Binary Field',
  name: BINARY_PROPERTY,
  type: 'string',
  default: 'data',
  required: true,
  hint: 'The name of the input binary field containing the image',
  displayOptions: { show: { [INPUT_SOURCE]: ['binary'] } },
};

export const urlField: INodeProperties = {
  displayName: 'URL',
  name: 'url',
  type: 'string',
  default: '',
  required: true,
  placeholder: 'e.g. https://www.example.com/logo.png',
  description: 'Public URL that the service downloads the image from, within 10 seconds',
  displayOptions: { show: { [INPUT_SOURCE]: ['url'] } },
};

function sourceField(
  options: { name: string; value: string; description: string }[],
  description?: string,
) {
  return {
    displayName: INPUT_SOURCE_LABEL,
    name: INPUT_SOURCE,
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
const ID_OPTION = {
  name: 'File ID',
  value: 'fileId',
  description: 'Image that was uploaded earlier',
};

/** Parameters for a file to upload, at the top level of an operation. */
export function fileControls(description: string | undefined): INodeProperties[] {
  return [sourceField([BINARY_OPTION, URL_OPTION], description), binaryField, urlField];
}

/** Parameter for an image of a design, inside a collection. */
export function imageControl(
  props: Pick<INodeProperties, 'displayName' | 'name' | 'description'>,
): INodeProperties {
  return {
    ...props,
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
            description: 'ID returned by the upload',
            displayOptions: { show: { [INPUT_SOURCE]: ['fileId'] } },
          },
          binaryField,
          sourceField([BINARY_OPTION, ID_OPTION, URL_OPTION]),
          urlField,
        ],
      },
    ],
  };
}
