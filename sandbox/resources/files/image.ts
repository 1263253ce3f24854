import sharp from 'sharp';

import type { FilePurpose, Scale } from '../../state/fileEntities';
import { heicSize, looksLikeHeic } from './heic';
import { largestIcon, looksLikeIcon } from './icon';
import { PURPOSE_SIZES } from './purposes';
import { heicNotDecoded, notAnImage } from './refusals';

/** An image with its bytes. */
export interface ImageBytes {
  bytes: Buffer;
  mime: string;
  /** Pixels. */
  width: number;
  height: number;
}

/** Image types by the image library's name for them, judged by the content. */
const MIME_TYPES: Record<string, string> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  svg: 'image/svg+xml',
  gif: 'image/gif',
  tiff: 'image/tiff',
  avif: 'image/avif',
  heic: 'image/heic',
  ico: 'image/x-icon',
};
/** Kept in their own format; everything else becomes PNG. */
const KEPT = ['png', 'jpeg', 'webp'] as const;

/**
 * Inspect the content of an upload, ignoring its name and declared type.
 * @throws ServiceError 400 if it is not an image of a known type
 */
export async function inspectImage(bytes: Buffer): Promise<ImageBytes> {
  if (looksLikeIcon(bytes)) {
    const { width, height } = await largestIcon(bytes);
    return { bytes, mime: MIME_TYPES.ico as string, width, height };
  }
  if (looksLikeHeic(bytes)) return { bytes, mime: MIME_TYPES.heic as string, ...heicSize(bytes) };
  const { format, width, height, autoOrient } = await readable(() => sharp(bytes).metadata());
  const mime = MIME_TYPES[format === 'heif' ? 'avif' : format];
  if (mime === undefined) throw notAnImage();
  return { bytes, mime, width: autoOrient.width || width, height: autoOrient.height || height };
}

/**
 * Prepare an image for a purpose: its sizes, and PNG unless it is PNG, JPEG or WebP.
 * @throws ServiceError 400 if its pixels cannot be read
 */
export async function resizeFor(
  image: ImageBytes,
  purpose: FilePurpose,
): Promise<[Scale, ImageBytes][]> {
  const { width, height, fit, scales } = PURPOSE_SIZES[purpose];
  const source = await pixelsOf(image);
  const kept = KEPT.find((format) => MIME_TYPES[format] === image.mime) ?? 'png';
  return Promise.all(
    scales.map(async (scale): Promise<[Scale, ImageBytes]> => {
      const factor = Number(scale.charAt(0));
      const { data, info } = await readable(() =>
        source
          .clone()
          .resize({ width: width * factor, height: height * factor, fit })
          .toFormat(kept)
          .toBuffer({ resolveWithObject: true }),
      );
      const mime = MIME_TYPES[kept] as string;
      return [scale, { bytes: data, mime, width: info.width, height: info.height }];
    }),
  );
}

/** The upright pixels of an image; of an animated one, the first frame. */
export async function pixelsOf({ bytes, mime }: ImageBytes): Promise<sharp.Sharp> {
  if (mime === MIME_TYPES.heic) throw heicNotDecoded();
  if (mime === MIME_TYPES.ico) return largestIcon(bytes).then(({ image }) => image);
  return sharp(bytes).autoOrient();
}

/** A PNG of raw RGBA pixels. */
export async function pngOf(pixels: Buffer, width: number, height: number): Promise<ImageBytes> {
  const bytes = await sharp(pixels, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
  return { bytes, mime: 'image/png', width, height };
}

/** Every error of the image library means that the image is invalid. */
export async function readable<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch {
    throw notAnImage();
  }
}
