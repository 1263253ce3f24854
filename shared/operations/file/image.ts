import type { Upload } from '../../api/files';
import { invalidInput, type ServiceError } from '../../errors/serviceError';
import type { FileSource, OpenedFile } from '../../fields/file';
import { LIMITS } from '../../service/vocabulary';

/** An image to upload: a URL that the service fetches, or a file whose content has not been read. */
export type OpenedImage = { url: string } | { file: OpenedFile };

/**
 * Opens an image that is to be uploaded, and checks its type and, if it is known, its size.
 * @param label of the input, for an error
 * @throws {ServiceError} `invalidInput`
 */
export async function openImage(
  source: Exclude<FileSource, { fileId: string }>,
  label: string,
  key: string,
): Promise<OpenedImage> {
  if (!('load' in source)) return source;
  const file = await source.load();
  checkSize(file.bytes, label, key);
  checkType(file.mimeType, label, key);
  return { file };
}

/**
 * Reads the content. Stops at the service's size limit: a URL may never end.
 * @throws {ServiceError} `invalidInput`
 */
export async function readImage(image: OpenedImage, label: string, key: string): Promise<Upload> {
  if (!('file' in image)) return image;
  const { name, mimeType, read } = image.file;
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of await read()) {
    size += part.byteLength;
    // Leaving the loop also ends the download.
    if (size > LIMITS.fileUploadBytes) throw tooLarge(label, key);
    parts.push(part);
  }
  checkSize(size, label, key);
  return { file: { name: lastPart(name), mimeType, content: joined(parts, size) } };
}

/** A name without folders: whoever offers the file for download decides what it is called. */
function lastPart(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  return ['', '.', '..'].includes(last) ? 'image' : last;
}

/** Image types the service accepts; it converts all but the first three to PNG. */
const IMAGE_TYPES = [
  'png',
  'jpeg',
  'webp',
  'svg+xml',
  'avif',
  'heic',
  'gif',
  'tiff',
  'x-icon',
  'vnd.microsoft.icon',
];

function joined(parts: readonly Uint8Array[], size: number): Uint8Array {
  const content = new Uint8Array(size);
  let offset = 0;
  for (const part of parts) {
    content.set(part, offset);
    offset += part.byteLength;
  }
  return content;
}

function tooLarge(label: string, key: string): ServiceError {
  return invalidInput(
    label,
    key,
    'is larger than 10 MiB, the maximum the service accepts',
    'Use a smaller image. Nothing was sent.',
  );
}

/** @param bytes size of the content, `undefined` if unknown */
function checkSize(bytes: number | undefined, label: string, key: string): void {
  if (bytes === 0) {
    throw invalidInput(label, key, 'is an empty file', 'Check the source of the file.');
  }
  if (bytes !== undefined && bytes > LIMITS.fileUploadBytes) throw tooLarge(label, key);
}

function checkType(mimeType: string, label: string, key: string): void {
  const type = mimeType.toLowerCase().split(';')[0]?.trim() ?? '';
  const known = IMAGE_TYPES.some((subtype) => type === `image/${subtype}`);
  if (!known && type !== 'application/octet-stream') {
    throw invalidInput(
      label,
      key,
      `is of type ${type || 'unknown'}, not an image`,
      'Use a PNG, JPEG, WebP, SVG, AVIF, HEIC, GIF, TIFF or ICO image.',
    );
  }
}
