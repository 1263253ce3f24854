import sharp from 'sharp';

import { badRequest } from '../../errors';
import { type FilePurpose, type Image, type Scale, SCALES } from '../../state/entities';
import { firstPicture, looksLikeIcon } from './icon';
import type { Pixels } from './logo';

/** Kept in their own format; everything else becomes PNG. */
const KEPT: readonly string[] = ['png', 'jpeg', 'webp'];
/** Other types by the image library's name. */
const CONVERTED: Record<string, string> = {
  svg: 'image/svg+xml',
  gif: 'image/gif',
  tiff: 'image/tiff',
  heif: 'image/avif',
};
const ICON = 'image/x-icon';

/**
 * Sizes at 1x by purpose (docs/service.md#file-purposes). `inside`: scaled to fit the size; `cover`: cropped to
 * fill it. A hero has one size only.
 */
const SIZES: Record<FilePurpose, [width: number, height: number, fit: 'inside' | 'cover']> = {
  template_logo: [160, 50, 'inside'],
  template_icon: [29, 29, 'cover'],
  template_hero: [1032, 336, 'cover'],
  template_strip: [320, 123, 'cover'],
  template_thumbnail: [90, 90, 'cover'],
  template_background: [180, 220, 'cover'],
  template_stamp: [120, 120, 'inside'],
};

/** What the image library can decode. HEIC is missing: its builds have no decoder for it. */
const READABLE = 'Send PNG, JPEG, WebP, SVG, AVIF, GIF, TIFF or ICO.';

const HEIC = 'image/heic';

const notAnImage = () => badRequest(`The file could not be read as an image. ${READABLE}`);

/** Every error of the image library means that the image is invalid, or is HEIC. */
async function readable<T>(read: () => Promise<T>, mime?: string): Promise<T> {
  try {
    return await read();
  } catch {
    throw mime === HEIC
      ? badRequest(`This service runs without a decoder for HEIC. ${READABLE}`)
      : notAnImage();
  }
}

/**
 * Inspect the content of an upload, ignoring its name and declared type.
 * @throws ServiceError 400 if it is not an image of a known type
 */
export async function inspectImage(bytes: Buffer): Promise<Image> {
  const isIcon = looksLikeIcon(bytes);
  const { format, compression, width, height, autoOrient } = await readable(async () =>
    (isIcon ? firstPicture(bytes) : sharp(bytes)).metadata(),
  );
  let mime = KEPT.includes(format) ? `image/${format}` : CONVERTED[format];
  if (compression === 'hevc') mime = HEIC;
  if (isIcon) mime = ICON;
  if (mime === undefined) throw notAnImage();
  return { bytes, mime, width: autoOrient.width || width, height: autoOrient.height || height };
}

/** The upright pixels of an image; of an animated one, the first frame. */
function pixelsOf({ bytes, mime }: Image): sharp.Sharp {
  return mime === ICON ? firstPicture(bytes) : sharp(bytes).autoOrient();
}

/**
 * Prepare an image for a purpose: its sizes, and PNG unless it is PNG, JPEG or WebP.
 * @throws ServiceError 400 if its pixels cannot be read
 */
export async function resizeFor(image: Image, purpose: FilePurpose): Promise<[Scale, Image][]> {
  const [width, height, fit] = SIZES[purpose];
  const scales = purpose === 'template_hero' ? SCALES.slice(0, 1) : SCALES;
  const source = pixelsOf(image);
  const own = image.mime.replace('image/', '');
  const format = (KEPT.includes(own) ? own : 'png') as 'png';
  return Promise.all(
    scales.map(async (scale): Promise<[Scale, Image]> => {
      const factor = Number(scale.charAt(0));
      const { data, info } = await readable(
        () =>
          source
            .clone()
            .resize({ width: width * factor, height: height * factor, fit })
            .toFormat(format)
            .toBuffer({ resolveWithObject: true }),
        image.mime,
      );
      const mime = `image/${format}`;
      return [scale, { bytes: data, mime, width: info.width, height: info.height }];
    }),
  );
}

/** A logo in raw pixels, no larger than it is ever shown. */
export async function logoPixels(image: Image): Promise<Pixels> {
  const [width, height, fit] = SIZES.template_logo;
  const largest = { width: width * 3, height: height * 3, fit, withoutEnlargement: true };
  const source = pixelsOf(image).resize(largest).ensureAlpha().toColourspace('srgb').raw();
  const read = () => source.toBuffer({ resolveWithObject: true });
  const { data, info } = await readable(read, image.mime);
  return { data, width: info.width, height: info.height };
}

/** A PNG of raw pixels. */
export async function pngOf({ data, width, height }: Pixels): Promise<Image> {
  const source = sharp(data, { raw: { width, height, channels: 4 } });
  return { bytes: await source.png().toBuffer(), mime: 'image/png', width, height };
}
