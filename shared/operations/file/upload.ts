import * as field from '../../fields';
import { defineOperation } from '../operation';
import { uploadFile } from '../../api/files';
import { openImage, readImage } from './image';
import { fileFields, fileOutput, fileSample } from './output';
import { PURPOSES } from './inputs';

const LOGO =
  "With 'Purpose' set to Logo, an image on a solid background is returned as a copy without it, if the result is clean. For the image as uploaded, use Create Logo.";

export const upload = defineOperation({
  resource: 'file',
  key: 'upload',
  label: 'Upload',
  action: 'Upload image',
  description: 'Upload an image for a card design from a file or a public URL, up to 10 MiB',
  details: LOGO,
  effect: 'write',
  endpoints: ['POST /files'],
  testEffect: 'stores a real image',
  zapier: {
    kind: 'create',
    key: 'upload_image',
    label: 'Upload Image',
    noun: 'Image',
    description: 'Uploads an image for use in a card design.',
    intro: "With 'Purpose' set to Logo, a solid background is removed if that works cleanly.",
  },
  input: {
    file: field.required(field.file({ label: 'Image' })),
    purpose: field.choice({
      label: 'Purpose',
      default: 'none',
      description: 'Part of the card that shows the image; it is resized to fit',
      options: PURPOSES,
    }),
    templateId: field.templateRef({
      section: 'options',
      description: 'Template that the image belongs to',
    }),
  },
  output: { returns: 'one', fields: fileFields, sample: fileSample },

  prepare: async (_context, { file, ...about }) => ({
    image: await openImage(file, 'Image', 'file'),
    ...about,
  }),

  async run({ client }, { image, purpose, templateId }) {
    const about = { purpose: purpose === 'none' ? undefined : purpose, templateId };
    const upload = await readImage(image, 'Image', 'file');
    return fileOutput(await uploadFile(client, upload, about));
  },
});
