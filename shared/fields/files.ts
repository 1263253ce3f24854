import { ServiceFailure, invalidInput } from '../http/failures';
import { FILE_ID } from '../service/fileSchema';
import { LIMITS } from '../service/vocabulary';
import { isBlank } from '../service/text';

/** A file's content, read only when it is needed. */
export interface LoadedFile {
  name: string;
  mimeType: string;
  content: Uint8Array;
}

/** Where an image comes from: a file of the service, a public address, or content to upload. */
export type FileSource = { fileId: string } | { url: string } | { load: () => Promise<LoadedFile> };

/** What the service takes; all but the first three it converts to PNG (spec, Files). */
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
 * @throws {ServiceFailure} `invalidInput` for a malformed file ID or address
 */
export function readFileSource(raw: unknown, label: string, key: string): FileSource | undefined {
  if (isBlank(raw)) return undefined;
  const { fileId, url, load } = (typeof raw === 'object' ? raw : { fileId: raw }) as {
    fileId?: unknown;
    url?: unknown;
    load?: unknown;
  };
  if (typeof load === 'function') return { load: load as () => Promise<LoadedFile> };
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
 * Checks size and type of an image before it is sent (trap 100).
 * @throws {ServiceFailure} `invalidInput`
 */
export function checkImage(file: LoadedFile, label: string, key: string): void {
  const { byteLength } = file.content;
  if (byteLength === 0) {
    throw invalidInput(label, key, 'is an empty file', 'Check the step that gives the file.');
  }
  if (byteLength > LIMITS.fileUploadBytes) {
    throw new ServiceFailure({
      kind: 'invalidInput',
      field: key,
      what: `'${label}' is ${(byteLength / 1024 / 1024).toFixed(1)} MiB; the service takes at most 10 MiB`,
      fix: 'Make the image smaller. Nothing was sent.',
    });
  }
  const type = file.mimeType.toLowerCase().split(';')[0]?.trim() ?? '';
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
