import * as field from '../../fields';
import { defineOperation } from '../operation';
import { uploadFile } from '../../api/files';
import { loadImage } from './loadImage';
import { fileFields, fileOutput, fileSample } from './output';
import { PURPOSES } from './inputs';

export const upload = defineOperation({
  resource: 'file',
  key: 'upload',
  label: 'Upload',
  action: 'Upload an image',
  description:
    'Upload an image for a card design, from a file or a public URL, at most 10 MiB. For a logo on a solid background, the output is the copy without the background.',
  effect: 'write',
  scopes: ['files.write'],
  retry: 'idempotent',
  flat: {
    kind: 'create',
    key: 'upload_image',
    label: 'Upload Image',
    noun: 'Image',
    description: 'Uploads an image to be used in a card design.',
  },
  input: {
    file: field.required(field.file({ label: 'Image', description: 'The image to upload' })),
    purpose: field.choice({
      label: 'Purpose',
      default: 'none',
      description:
        'What the image is for. It is resized to fit; for a card design choose the part that shows it.',
      options: PURPOSES,
    }),
    templateId: field.templateRef({
      section: 'options',
      description: 'Template to file the image under',
    }),
  },
  output: { returns: 'one', fields: fileFields, sample: fileSample },

  checks: [
    {
      inputs: ['file'],
      repeatedByRun: true,
      async run(_context, { file }) {
        await loadImage(file, 'Image', 'file');
      },
    },
  ],

  async run({ client, retry }, { file, purpose, templateId }) {
    const image = await loadImage(file, 'Image', 'file');
    const about = { purpose: purpose === 'none' ? undefined : purpose, templateId };
    return fileOutput(await uploadFile(client, image, about, retry));
  },
});
