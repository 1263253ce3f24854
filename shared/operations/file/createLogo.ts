import * as field from '../../fields';
import { invalidInput } from '../../http/failures';
import { defineOperation } from '../operation';
import { createLogo, fileFields, fileOutput, fileSample } from './calls';
import { fileId } from './inputs';

export const createLogoFile = defineOperation({
  resource: 'file',
  key: 'createLogo',
  label: 'Create Logo',
  action: 'Create a logo from a file',
  description:
    'Make the form of a logo that fits the card: as it is, without its background, or in one color',
  effect: 'write',
  scopes: ['files.write'],
  repeat: 'free',
  input: {
    fileId,
    treatment: field.choice({
      label: 'Treatment',
      default: 'transparent',
      description: 'What to make of the logo',
      options: [
        { value: 'original', label: 'Original', description: 'As it was uploaded' },
        { value: 'transparent', label: 'Transparent', description: 'Without its background' },
        { value: 'onecolor', label: 'One Color', description: 'In a single color; needs Color' },
      ],
    }),
    color: field.color({ label: 'Color', description: 'Color of the logo, for One Color' }),
  },
  output: { returns: 'one', fields: fileFields, sample: fileSample },

  async run({ client }, { fileId, treatment, color }) {
    if (treatment === 'onecolor' && color === undefined) {
      throw invalidInput(
        'Color',
        'color',
        'is empty',
        "Give a color like #1A2B3C for the treatment 'One Color'.",
      );
    }
    const body = treatment === 'onecolor' ? { treatment, color } : { treatment };
    return fileOutput(await createLogo(client, fileId, body));
  },
});
