import { defineOperation } from '../operation';
import { getFile } from '../../api/files';
import { fileFields, fileOutput, fileSample } from './output';
import { fileId } from './inputs';

export const get = defineOperation({
  resource: 'file',
  key: 'get',
  label: 'Get',
  action: 'Get file',
  description: 'Get the URL, size and variants of an uploaded image',
  effect: 'read',
  endpoints: ['GET /files/{id}'],
  input: { fileId },
  output: { returns: 'one', fields: fileFields, sample: fileSample },

  async run({ client }, { fileId }) {
    return fileOutput(await getFile(client, fileId));
  },
});
