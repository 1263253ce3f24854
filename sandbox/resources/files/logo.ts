import { z } from 'zod';

import { type Caller, requireAnyScope } from '../../auth/caller';
import { badRequest } from '../../errors';
import { LOGO_TREATMENTS, type StoredFile } from '../../state/fileEntities';
import type { State } from '../../state/state';
import { parse } from '../validate';
import {
  colorOf,
  hasTransparency,
  inOneColor,
  isEmpty,
  keyOut,
  type Pixels,
  removeBackground,
  solidBackground,
} from './background';
import { ownFile } from './find';
import { logoImages, logoPixels, storeLogoForm } from './logoUpload';
import { UPLOAD_SCOPES } from './upload';
import { fileView, formsOf } from './view';

export const logoInput = z
  .object({
    treatment: z.enum(LOGO_TREATMENTS),
    color: z
      .string()
      .regex(/^#[0-9a-f]{6}$/i, 'must be a color as #RRGGBB')
      .transform((color) => color.toLowerCase())
      .optional(),
  })
  .refine(({ treatment, color }) => treatment !== 'onecolor' || color !== undefined, {
    path: ['color'],
    message: 'is required with onecolor',
  });

/**
 * `POST /files/{id}/logo`: the variant of a logo to use as `pass.logo`. Requesting a color again returns
 * the existing file.
 * @throws ServiceError 400 bad body, no logo, or no background to remove; 403 scope or foreign; 404 missing
 */
export async function treatLogo(state: State, caller: Caller, id: string, body: unknown) {
  requireAnyScope(caller, UPLOAD_SCOPES);
  const input = parse(logoInput, body);
  const { treatment } = input;
  const color = treatment === 'onecolor' ? input.color : undefined;
  const file = ownFile(state, caller, id);
  if (file.logo === undefined) {
    throw badRequest('Logo variants need a file uploaded as template_logo.');
  }
  const original = ownFile(state, caller, file.logo.originalId);
  if (treatment === 'original') return fileView(state, original);

  const known = formsOf(state, original.id).find(
    ({ logo }) => logo?.treatment === treatment && logo.color === color,
  );
  if (known !== undefined) return fileView(state, known);
  const pixels = await largestPixels(state, original);
  // An upload without a background is its own transparent variant.
  if (color === undefined && hasTransparency(pixels)) return fileView(state, original);
  const form =
    color === undefined
      ? removeBackground(pixels, backgroundOf(pixels)).copy
      : inOneColor(silhouette(pixels), colorOf(color));
  if (isEmpty(form)) throw noBackground();
  const images = await logoImages(form);
  return fileView(state, storeLogoForm(state, original, images, treatment, color));
}

/** Only the logo, with its opacity. */
function silhouette(pixels: Pixels): Pixels {
  return hasTransparency(pixels) ? pixels : keyOut(pixels, backgroundOf(pixels));
}

function backgroundOf(pixels: Pixels) {
  const color = solidBackground(pixels);
  if (color === undefined) throw noBackground();
  return color;
}

const noBackground = () => badRequest('This logo has no background that could be removed.');

async function largestPixels(state: State, original: StoredFile): Promise<Pixels> {
  const largest = original.variants['3x'] ?? original.image;
  const bytes = state.files.blob(largest.blob);
  if (bytes === undefined) throw new Error(`The image of ${original.id} is missing`);
  return logoPixels({ ...largest, bytes });
}
