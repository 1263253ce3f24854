import type { ServiceError } from '../errors/serviceError';
import { invalidInput } from '../errors/serviceError';
import { LIMITS } from '../service/vocabulary';

/** A file with its content. */
interface LoadedFile {
  name: string;
  mimeType: string;
  content: Uint8Array;
}

/** A file as a platform hands it over: its content is a stream. */
export interface OpenedFile extends Omit<LoadedFile, 'content'> {
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** Size in bytes as the source declares it, if known. */
  declaredBytes?: number;
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

/**
 * Reads an image to upload and checks its size and type. Stops reading at the service's size limit:
 * a URL may never end.
 * @throws {ServiceError} `invalidInput`
 */
export async function readImage(
  { content, declaredBytes = 0, name, mimeType }: OpenedFile,
  label: string,
  key: string,
): Promise<LoadedFile> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of content) {
    size += part.byteLength;
    // Leaving the loop also ends the download.
    if (Math.max(size, declaredBytes) > LIMITS.fileUploadBytes) throw tooLarge(label, key);
    parts.push(part);
  }
  const file = { name, mimeType, content: joined(parts, size) };
  checkImage(file, label, key);
  return file;
}

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

function checkImage({ content, mimeType }: LoadedFile, label: string, key: string): void {
  if (content.byteLength === 0) {
    throw invalidInput(label, key, 'is an empty file', 'Check the source of the file.');
  }
  const type = mimeType.toLowerCase().split(';')[0]?.trim() ?? '';
  const known = IMAGE_TYPES.some((one) => type === `image/${one}`);
  if (!known && type !== 'application/octet-stream') {
    throw invalidInput(
      label,
      key,
      `is of type ${type || 'unknown'}, not an image`,
      'Use a PNG, JPEG, WebP, SVG, AVIF, HEIC, GIF, TIFF or ICO image.',
    );
  }
}
