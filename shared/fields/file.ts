import { FILE_ID, isHttpUrl } from '../service/schemas';
import { isBlank, trimmed } from '../service/text';
import { type Optional, type Texts, builder, transform } from './kinds';
import { InvalidValue, formatValue } from './problem';
import { parseIdentifier } from './parseText';
import { text } from './text';

/** A file as a platform hands it over; its content has not been read. */
export interface OpenedFile {
  name: string;
  mimeType: string;
  /** Size of the content, if it is known. */
  bytes?: number;
  /** Reads the content, once. */
  read: () => FileContent | Promise<FileContent>;
}
type FileContent = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Source of an image: a file of the service, a public URL, or content to upload. */
export type FileSource = { fileId: string } | { url: string } | { load: () => Promise<OpenedFile> };

/** A file to upload, or a public URL that the service downloads it from. */
export const file = builder({ kind: 'file' }, (value) => {
  const source = parseFileSource(value);
  return source && 'fileId' in source ? undefined : source;
});

/** An image of a design: a file, a public URL, or the ID of an uploaded file. */
export const image = builder({ kind: 'image' }, parseFileSource);

/** The ID of an uploaded file. */
export function fileId(texts: Texts): Optional<string> {
  return transform(text({ ...texts, format: 'fileId', identifies: 'name' }), parseFileId);
}

/** Parses the value as the platforms collect it: `{load}`, `{url}`, `{fileId}`, or the file ID alone. */
function parseFileSource(value: unknown): FileSource | undefined {
  const { fileId, url, load } = (typeof value === 'object' ? value : { fileId: value }) as {
    fileId?: unknown;
    url?: unknown;
    load?: unknown;
  };
  if (typeof load === 'function') return { load: load as () => Promise<OpenedFile> };
  if (!isBlank(url)) return { url: parseUrl(url) };
  return isBlank(fileId) ? undefined : { fileId: parseFileId(fileId) };
}

function parseFileId(value: unknown): string {
  if (typeof value === 'string') {
    const id = parseIdentifier(value);
    if (FILE_ID.test(id)) return id;
  }
  throw new InvalidValue(
    `is not a file ID: ${formatValue(value)}`,
    'Enter the ID returned by an upload: file_ followed by 32 characters.',
  );
}

function parseUrl(value: unknown): string {
  const url = typeof value === 'string' ? trimmed(value) : '';
  if (isHttpUrl(url)) return url;
  throw new InvalidValue(
    'is not a valid URL',
    'Enter a public URL that starts with https://. The service downloads the image from there.',
  );
}
