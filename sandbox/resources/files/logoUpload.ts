import type { LogoTreatment, StoredFile } from '../../state/fileEntities';
import type { State } from '../../state/state';
import {
  hasTransparency,
  isEmpty,
  type Pixels,
  removeBackground,
  solidBackground,
} from './background';
import { type FileImages, imagesFor, type NewFile, storeFile } from './file';
import { type ImageBytes, pixelsOf, pngOf, readable } from './image';
import { PURPOSE_SIZES } from './purposes';

/** The background is detected at the largest size a logo is shown in. */
const LARGEST = 3;

/**
 * Store an uploaded logo and, if it has a solid background, a copy without it.
 * @returns the copy when it is clean, else the original; the original is kept either way
 */
export async function storeLogo(
  state: State,
  known: NewFile,
  upload: ImageBytes,
  images: FileImages,
): Promise<StoredFile> {
  const pixels = await logoPixels(upload);
  const color = hasTransparency(pixels) ? undefined : solidBackground(pixels);
  const solid = color !== undefined;
  const removal = solid ? removeBackground(pixels, color) : undefined;
  const copyImages =
    removal === undefined || isEmpty(removal.copy) ? undefined : await logoImages(removal.copy);

  const original = storeFile(state, known, images, (id) => ({
    treatment: 'original',
    originalId: id,
    solidBackground: solid,
  }));
  if (copyImages === undefined) return original;
  const copy = storeLogoForm(state, original, copyImages, 'transparent');
  return removal?.clean === true ? copy : original;
}

/** Store another variant of a logo beside its original. */
export function storeLogoForm(
  state: State,
  original: StoredFile,
  images: FileImages,
  treatment: LogoTreatment,
  color?: string,
): StoredFile {
  const { accountId, templateId, sourceUrl } = original;
  return storeFile(state, { accountId, templateId, sourceUrl }, images, () => ({
    treatment,
    originalId: original.id,
    color,
    solidBackground: original.logo?.solidBackground === true,
  }));
}

/** A logo in raw pixels, no larger than it is ever shown. */
export async function logoPixels(image: ImageBytes): Promise<Pixels> {
  const { width, height, fit } = PURPOSE_SIZES.template_logo;
  const source = await pixelsOf(image);
  const { data, info } = await readable(() =>
    source
      .resize({ width: width * LARGEST, height: height * LARGEST, fit, withoutEnlargement: true })
      .ensureAlpha()
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true }),
  );
  return { data, width: info.width, height: info.height };
}

/** The images of a logo from raw pixels. */
export async function logoImages({ data, width, height }: Pixels): Promise<FileImages> {
  return imagesFor(await pngOf(data, width, height), 'template_logo');
}
