import sharp from 'sharp';

import { badRequest } from '../../errors';
import type { FilePurpose, Scale } from '../../state/entities';
import { largestIcon, looksLikeIcon } from './icon';

/** An image with its bytes. */
export interface Image {
  bytes: Buffer;
  mime: string;
  /** Pixels. */
  width: number;
  height: number;
}

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

const ALL: readonly Scale[] = ['1x', '2x', '3x'];
/**
 * Sizes at 1x by purpose (docs/service.md#file-purposes). `inside`: scaled to fit the size; `cover`: cropped to
 * fill it. A hero has one size only.
 */
const SIZES: Record<
  FilePurpose,
  { width: number; height: number; fit: 'inside' | 'cover'; scales: readonly Scale[] }
> = {
  template_logo: { width: 160, height: 50, fit: 'inside', scales: ALL },
  template_icon: { width: 29, height: 29, fit: 'cover', scales: ALL },
  template_hero: { width: 1032, height: 336, fit: 'cover', scales: ['1x'] },
  template_strip: { width: 320, height: 123, fit: 'cover', scales: ALL },
  template_thumbnail: { width: 90, height: 90, fit: 'cover', scales: ALL },
  template_background: { width: 180, height: 220, fit: 'cover', scales: ALL },
  template_stamp: { width: 120, height: 120, fit: 'inside', scales: ALL },
};

const notAnImage = () =>
  badRequest(
    'The file could not be read as an image. Send PNG, JPEG, WebP, SVG, AVIF, HEIC, GIF, TIFF or ICO.',
  );

/** Every error of the image library means that the image is invalid. */
async function readable<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch {
    throw notAnImage();
  }
}

/**
 * Inspect the content of an upload, ignoring its name and declared type.
 * @throws ServiceError 400 if it is not an image of a known type
 */
export async function inspectImage(bytes: Buffer): Promise<Image> {
  const isIcon = looksLikeIcon(bytes);
  const { format, compression, width, height, autoOrient } = await readable(async () =>
    (isIcon ? largestIcon(bytes) : sharp(bytes)).metadata(),
  );
  let mime = KEPT.includes(format) ? `image/${format}` : CONVERTED[format];
  if (compression === 'hevc') mime = 'image/heic';
  if (isIcon) mime = ICON;
  if (mime === undefined) throw notAnImage();
  return { bytes, mime, width: autoOrient.width || width, height: autoOrient.height || height };
}

/** The upright pixels of an image; of an animated one, the first frame. */
function pixelsOf({ bytes, mime }: Image): sharp.Sharp {
  return mime === ICON ? largestIcon(bytes) : sharp(bytes).autoOrient();
}

/**
 * Prepare an image for a purpose: its sizes, and PNG unless it is PNG, JPEG or WebP.
 * @throws ServiceError 400 if its pixels cannot be read
 */
export async function resizeFor(image: Image, purpose: FilePurpose): Promise<[Scale, Image][]> {
  const { width, height, fit, scales } = SIZES[purpose];
  const source = pixelsOf(image);
  const own = image.mime.replace('image/', '');
  const format = (KEPT.includes(own) ? own : 'png') as 'png';
  return Promise.all(
    scales.map(async (scale): Promise<[Scale, Image]> => {
      const factor = Number(scale.charAt(0));
      const { data, info } = await readable(() =>
        source
          .clone()
          .resize({ width: width * factor, height: height * factor, fit })
          .toFormat(format)
          .toBuffer({ resolveWithObject: true }),
      );
      const mime = `image/${format}`;
      return [scale, { bytes: data, mime, width: info.width, height: info.height }];
    }),
  );
}

/** A picture in raw RGBA pixels, row by row. */
export interface Pixels {
  data: Buffer;
  width: number;
  height: number;
}

/** A logo in raw pixels, no larger than it is ever shown. */
export async function logoPixels(image: Image): Promise<Pixels> {
  const { width, height, fit } = SIZES.template_logo;
  const largest = { width: width * 3, height: height * 3, fit, withoutEnlargement: true };
  const source = pixelsOf(image).resize(largest).ensureAlpha().toColourspace('srgb').raw();
  const { data, info } = await readable(() => source.toBuffer({ resolveWithObject: true }));
  return { data, width: info.width, height: info.height };
}

/** A PNG of raw pixels. */
export async function pngOf({ data, width, height }: Pixels): Promise<Image> {
  const source = sharp(data, { raw: { width, height, channels: 4 } });
  return { bytes: await source.png().toBuffer(), mime: 'image/png', width, height };
}
