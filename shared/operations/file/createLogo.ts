import * as field from '../../fields';
import { invalidInput } from '../../errors/serviceError';
import { defineOperation } from '../operation';
import { type LogoBody, createLogo } from '../../api/files';
import { fileFields, fileOutput, fileSample } from './output';
import { fileId } from './inputs';

export const createLogoFile = defineOperation({
  resource: 'file',
  key: 'createLogo',
  label: 'Create Logo',
  action: 'Create logo from file',
  description: 'Create a variant of a logo: original, transparent or one color',
  effect: 'write',
  endpoints: ['POST /files/{id}/logo'],
  testEffect: 'stores a real image',
  zapier: {
    kind: 'create',
    key: 'create_logo',
    label: 'Create Logo',
    noun: 'Logo',
    description: 'Creates a variant of an uploaded logo: original, transparent or one color.',
  },
  input: {
    fileId,
    treatment: field.choice({
      label: 'Logo Variant',
      default: 'transparent',
      description: 'Which variant of the logo to create',
      options: [
        { value: 'original', label: 'Original', description: 'As uploaded' },
        { value: 'transparent', label: 'Transparent', description: 'Without the background' },
        {
          value: 'onecolor',
          label: 'One Color',
          description: "In a single color; requires 'Color'",
        },
      ],
    }),
    color: field.color({
      label: 'Color',
      visibleWhen: { treatment: ['onecolor'] },
      description: 'Color of the logo; required for One Color',
    }),
  },
  output: { returns: 'one', fields: fileFields, sample: fileSample },

  prepare: (_context, input) => ({ body: logoBody(input), fileId: input.fileId }),

  async run({ client }, { fileId, body }) {
    return fileOutput(await createLogo(client, fileId, body));
  },
});

/** The color is sent only if it is used. */
function logoBody({ treatment, color }: LogoBody): LogoBody {
  if (treatment !== 'onecolor') return { treatment };
  if (color !== undefined) return { treatment, color: sixDigits(color) };
  throw invalidInput(
    'Color',
    'color',
    'is empty',
    "Enter a color, e.g. #1A2B3C, or choose another 'Logo Variant'.",
  );
}

/** `#abc` -> `#aabbcc`, because this endpoint accepts only the long form. */
function sixDigits(color: string): string {
  return color.length === 4 ? color.replace(/[0-9a-f]/gi, '$&$&') : color;
}
