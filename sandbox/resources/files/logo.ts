import { z } from 'zod';

import { type Caller, requireAnyScope } from '../../auth/caller';
import { badRequest } from '../../errors';
import { LOGO_TREATMENTS, type StoredFile } from '../../state/fileEntities';
import type { State } from '../../state/state';
import { parse } from '../validate';
import { colourOf, hasTransparency, inOneColour, type Pixels } from './background';
import { ownFile } from './find';
import { logoImages, logoPixels, storeLogoForm } from './logoUpload';
import { UPLOAD_SCOPES } from './upload';
import { fileView, formsOf } from './view';

const logoInput = z
  .object({
    treatment: z.enum(LOGO_TREATMENTS),
    color: z
      .string()
      .regex(/^#[0-9a-f]{6}$/i, 'must be a colour as #RRGGBB')
      .transform((color) => color.toLowerCase())
      .optional(),
  })
  .refine(({ treatment, color }) => treatment !== 'onecolor' || color !== undefined, {
    path: ['color'],
    message: 'is required with onecolor',
  });

/**
 * `POST /files/{id}/logo`: the form of a logo to use as `pass.logo` (spec, Files). A colour asked for
 * again gives the file made before.
 * @throws ServiceError 400 bad body, no logo, or nothing to cut out; 403 scope or foreign; 404 missing
 */
export async function treatLogo(state: State, caller: Caller, id: string, body: unknown) {
  requireAnyScope(caller, UPLOAD_SCOPES);
  const input = parse(logoInput, body);
  const { treatment } = input;
  const color = treatment === 'onecolor' ? input.color : undefined;
  const file = ownFile(state, caller, id);
  if (file.logo === undefined) {
    throw badRequest('Only a file uploaded as template_logo can be treated as a logo.');
  }
  const original = ownFile(state, caller, file.logo.originalId);
  if (treatment === 'original') return fileView(state, original);

  const known = formsOf(state, original.id).find(
    ({ logo }) => logo?.treatment === treatment && logo.color === color,
  );
  if (known !== undefined) return fileView(state, known);
  const { form, pixels } = await cutOut(state, original);
  if (color === undefined) return fileView(state, form);
  const images = await logoImages(inOneColour(pixels, colourOf(color)));
  return fileView(state, storeLogoForm(state, original, images, 'onecolor', color));
}

/**
 * The form of a logo that shows only the logo: the copy without background, or an upload that had none.
 * @throws ServiceError 400 when there is neither
 */
async function cutOut(
  state: State,
  original: StoredFile,
): Promise<{ form: StoredFile; pixels: Pixels }> {
  const copy = formsOf(state, original.id).find(({ logo }) => logo?.treatment === 'transparent');
  const form = copy ?? original;
  const largest = form.variants['3x'] ?? form.image;
  const bytes = state.files.blob(largest.blob);
  if (bytes === undefined) throw new Error(`The image of ${form.id} is not there`);
  const pixels = await logoPixels({ ...largest, bytes });
  if (copy === undefined && !hasTransparency(pixels)) {
    throw badRequest('This logo has no background that could be removed.');
  }
  return { form, pixels };
}
