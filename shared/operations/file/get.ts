import { defineOperation } from '../operation';
import { fileFields, fileOutput, fileSample, getFile } from './calls';
import { fileId } from './inputs';

export const get = defineOperation({
  resource: 'file',
  key: 'get',
  label: 'Get',
  action: 'Get a file',
  description: 'Get URL, size and variants of an uploaded image',
  effect: 'read',
  scopes: ['files.read'],
  input: { fileId },
  output: { returns: 'one', fields: fileFields, sample: fileSample },

  async run({ client }, { fileId }) {
    return fileOutput(await getFile(client, fileId));
  },
});
