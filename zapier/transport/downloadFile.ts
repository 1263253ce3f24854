import type { HttpRequestOptions, ZObject } from 'zapier-platform-core';

import { invalidInput, type ServiceError } from '../../shared/errors/serviceError';
import type { OpenedFile } from '../../shared/fields/file';

/** The part of Zapier's response that is needed here. */
interface DownloadResponse {
  status: number;
  headers: { get(name: string): string | null };
  body: AsyncIterable<Uint8Array>;
}

/** Leaves 10 of the 25 s of a run to upload the file. */
const DOWNLOAD_TIMEOUT_MS = 15_000;

/**
 * Opens the files that Zapier passes as URLs. The content is a stream, so that its size is checked
 * before all of it is loaded.
 */
export function fileLoader(z: ZObject) {
  return (url: string, label: string, key: string) => downloadFile(z, url, label, key);
}

/**
 * @param label label of the input, for errors
 * @param key key of the input, for errors
 * @throws {ServiceError} `invalidInput` if there is no file; also while the content is read
 */
async function downloadFile(
  z: ZObject,
  url: string,
  label: string,
  key: string,
): Promise<OpenedFile> {
  const download = new AbortController();
  const signal = AbortSignal.any([download.signal, AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS)]);
  const response = await openUrl(z, url, signal).catch(() => undefined);
  if (!response || response.status >= 300) {
    download.abort();
    throw downloadFailed(label, key, response?.status);
  }
  const { headers } = response;
  return {
    name: fileName(headers.get('content-disposition'), url),
    mimeType: headers.get('content-type') ?? 'application/octet-stream',
    ...readLength(headers),
    read: () => contentOf(response, download, () => downloadFailed(label, key, undefined)),
  };
}

/** Sends a GET request without the API key. May throw. */
async function openUrl(z: ZObject, url: string, signal: AbortSignal): Promise<DownloadResponse> {
  const options: HttpRequestOptions & { url: string; raw: true; signal: AbortSignal } = {
    url,
    raw: true,
    skipThrowForStatus: true,
    signal,
  };
  return (await z.request(options)) as unknown as DownloadResponse;
}

/** Aborts the download when the reader stops. */
async function* contentOf(
  { body }: DownloadResponse,
  download: AbortController,
  readError: () => ServiceError,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* body;
  } catch {
    throw readError();
  } finally {
    download.abort();
  }
}

/** The size, except of compressed content, whose header counts compressed bytes. */
function readLength(headers: DownloadResponse['headers']): Pick<OpenedFile, 'bytes'> {
  const length = headers.get('content-length');
  return length === null || headers.get('content-encoding') ? {} : { bytes: Number(length) };
}

function fileName(disposition: string | null, url: string): string {
  const declared = /filename\*?=(?:UTF-8'')?"?([^";]+)"?/i.exec(disposition ?? '')?.[1];
  const lastSegment = URL.canParse(url) ? new URL(url).pathname.split('/').pop() : undefined;
  return declared ?? (lastSegment || 'image');
}

function downloadFailed(label: string, key: string, status: number | undefined): ServiceError {
  return invalidInput(
    label,
    key,
    `couldn't be downloaded${status === undefined ? '' : ` (status ${status})`}`,
    'Map a file, or a public URL that starts with https://.',
  );
}
