import * as field from '../../fields';
import { defineOperation } from '../operation';
import { DELETED } from '../../fields/output';
import { deleteFile } from '../../api/files';
import { fileId } from './inputs';

export const deleteOne = defineOperation({
  resource: 'file',
  key: 'delete',
  label: 'Delete',
  action: 'Delete file',
  description: 'Permanently delete an uploaded image. Templates that still show it lose the image.',
  effect: 'destroy',
  endpoints: ['DELETE /files/{id}'],
  input: {
    fileId,
    confirm: field.confirmation({
      label: 'Delete Permanently',
      description:
        "delete this image permanently; templates that show it lose it. This can't be undone.",
    }),
  },
  output: DELETED,

  async run({ client }, { fileId }) {
    await deleteFile(client, fileId);
    return { deleted: true };
  },
});
