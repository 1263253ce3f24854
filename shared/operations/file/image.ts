import type { Upload } from '../../api/files';
import { invalidInput, type ServiceError } from '../../errors/serviceError';
import type { FileSource, OpenedFile } from '../../fields/file';
import { LIMITS } from '../../service/vocabulary';

/** An image to upload: a URL that the service fetches, or a file whose content has not been read. */
export type OpenedImage = { url: string } | { file: OpenedFile };

/**
 * Opens an image for an upload, and checks its type and, if it is known, its size.
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
 * Reads the content. Stops at the service's size limit, because a URL may never end.
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
  const content = joined(parts, size);
  const type = knownType(mimeType) ?? typeOfContent(content);
  return { file: { name: lastPart(name), mimeType: type ? `image/${type}` : mimeType, content } };
}

/** A name without folders, because the server of a download chooses its name. */
function lastPart(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  return ['', '.', '..'].includes(last) ? 'image' : last;
}

/** Image types the service accepts; it converts all but the first three to PNG. */
const IMAGE_TYPES = ['png', 'jpeg', 'webp', 'svg+xml', 'avif', 'heic', 'gif', 'tiff', 'x-icon'];

/** Other names of these types. */
const ALIASES = new Map([
  ['jpg', 'jpeg'],
  ['pjpeg', 'jpeg'],
  ['x-png', 'png'],
  ['svg', 'svg+xml'],
  ['tif', 'tiff'],
  ['ico', 'x-icon'],
  ['vnd.microsoft.icon', 'x-icon'],
]);

/** MIME types that storage and downloads use for files of unknown type. */
const UNKNOWN_TYPES = ['', 'application/octet-stream', 'binary/octet-stream'];

/** First bytes of common types, in hex. */
const BEGINNINGS = [
  ['89504e47', 'png'],
  ['ffd8ff', 'jpeg'],
  ['47494638', 'gif'],
  ['52494646', 'webp'],
] as const;

/** The type of an image without `image/`, by its usual name; `undefined` if the service does not accept it. */
function knownType(mimeType: string): string | undefined {
  const name = /^image\/(.*)$/.exec(plainType(mimeType))?.[1] ?? '';
  const type = ALIASES.get(name) ?? name;
  return IMAGE_TYPES.includes(type) ? type : undefined;
}

function typeOfContent(content: Uint8Array): string | undefined {
  const hex = [...content.subarray(0, 4)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  return BEGINNINGS.find(([beginning]) => hex.startsWith(beginning))?.[1];
}

/** A MIME type in lower case, without parameters. */
function plainType(mimeType: string): string {
  return mimeType.toLowerCase().split(';')[0]?.trim() ?? '';
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

/** @param bytes size of the content, `undefined` if unknown */
function checkSize(bytes: number | undefined, label: string, key: string): void {
  if (bytes === 0) {
    throw invalidInput(label, key, 'is an empty file', 'Check the source of the file.');
  }
  if (bytes !== undefined && bytes > LIMITS.fileUploadBytes) throw tooLarge(label, key);
}

/** A file of unknown type may be an image: the service looks at its content. */
function checkType(mimeType: string, label: string, key: string): void {
  const type = plainType(mimeType);
  if (knownType(type) === undefined && !UNKNOWN_TYPES.includes(type)) {
    throw invalidInput(
      label,
      key,
      `is of type ${type}, not an image`,
      'Use a PNG, JPEG, WebP, SVG, AVIF, HEIC, GIF, TIFF or ICO image.',
    );
  }
}
