import type { ServiceError } from '../errors/serviceError';
import { invalidInput } from '../errors/serviceError';
import { FILE_ID } from '../service/fileSchema';
import { LIMITS } from '../service/vocabulary';
import { isBlank } from '../service/text';

/** A file with its content. */
interface LoadedFile {
  name: string;
  mimeType: string;
  content: Uint8Array;
}

/** A file as a platform hands it over: its content is read while it comes in. */
export interface OpenedFile extends Omit<LoadedFile, 'content'> {
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** How long the content claims to be, in bytes, where that is known. */
  declaredBytes?: number;
}

/** Where an image comes from: a file of the service, a public address, or content to upload. */
export type FileSource = { fileId: string } | { url: string } | { load: () => Promise<OpenedFile> };

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
 * Reads where a file comes from, as the platforms hand it over.
 * @throws {ServiceError} `invalidInput` for a malformed file ID or address
 */
export function readFileSource(raw: unknown, label: string, key: string): FileSource | undefined {
  if (isBlank(raw)) return undefined;
  const { fileId, url, load } = (typeof raw === 'object' ? raw : { fileId: raw }) as {
    fileId?: unknown;
    url?: unknown;
    load?: unknown;
  };
  if (typeof load === 'function') return { load: load as () => Promise<OpenedFile> };
  if (!isBlank(url)) return { url: publicAddress(url, label, key) };
  if (isBlank(fileId)) return undefined;
  if (typeof fileId === 'string' && FILE_ID.test(fileId.trim())) return { fileId: fileId.trim() };
  throw invalidInput(
    label,
    key,
    'is no file ID of the service',
    'A file ID is file_ and 32 characters, as an upload gives it back.',
  );
}

function publicAddress(url: unknown, label: string, key: string): string {
  const text = typeof url === 'string' ? url.trim() : '';
  if (/^https?:\/\/[^/\s]+/i.test(text) && URL.canParse(text)) return text;
  throw invalidInput(
    label,
    key,
    'is no web address',
    'Give a public address that starts with https://. The service fetches the image from there.',
  );
}

/**
 * Reads an image that is to be uploaded and checks its size and type. Never more of it is
 * read than the service accepts: a URL may have no end.
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
    'is larger than 10 MiB, the most the service accepts',
    'Make the image smaller. Nothing was sent.',
  );
}

function checkImage({ content, mimeType }: LoadedFile, label: string, key: string): void {
  if (content.byteLength === 0) {
    throw invalidInput(label, key, 'is an empty file', 'Check the step that gives the file.');
  }
  const type = mimeType.toLowerCase().split(';')[0]?.trim() ?? '';
  const known = IMAGE_TYPES.some((one) => type === `image/${one}`);
  if (!known && type !== 'application/octet-stream') {
    throw invalidInput(
      label,
      key,
      `is of type ${type || 'unknown'}, not an image`,
      'Give a PNG, JPEG, WebP, SVG, AVIF, HEIC, GIF, TIFF or ICO image.',
    );
  }
}
