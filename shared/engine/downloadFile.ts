import { invalidInput } from '../errors/serviceError';
import type { ServiceError } from '../errors/serviceError';
import type { OpenedFile } from '../fields/image';

/** The part of a WHATWG response that is needed here. */
export interface DownloadResponse {
  status: number;
  headers: { get(name: string): string | null };
  body: AsyncIterable<Uint8Array>;
}

/** Sends a GET request without the API key. May throw; must stop when the signal aborts. */
type OpenUrl = (url: string, signal: AbortSignal) => Promise<DownloadResponse>;

/** Leaves time of the 25 s of a Zapier run to send the file on. */
const TIMEOUT_MS = 15_000;

/**
 * Opens a file that a platform hands over as a URL. Its content is read as a stream, so that its size
 * is checked before all of it is loaded.
 * @param label of the input, for an error
 * @throws {ServiceError} `invalidInput` if there is no file; also while the content is read
 */
export async function downloadFile(
  openUrl: OpenUrl,
  url: string,
  label: string,
  key: string,
): Promise<OpenedFile> {
  const download = new AbortController();
  const signal = AbortSignal.any([download.signal, AbortSignal.timeout(TIMEOUT_MS)]);
  const response = await openUrl(url, signal).catch(() => undefined);
  if (!response || response.status >= 300) {
    download.abort();
    throw notFetched(label, key, response?.status);
  }
  const { headers } = response;
  return {
    name: fileName(headers.get('content-disposition'), url),
    mimeType: headers.get('content-type') ?? 'application/octet-stream',
    declaredBytes: declaredBytes(headers),
    content: contentOf(response, download, () => notFetched(label, key, undefined)),
  };
}

/** The download ends when its reader stops. */
async function* contentOf(
  { body }: DownloadResponse,
  download: AbortController,
  broken: () => ServiceError,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* body;
  } catch {
    throw broken();
  } finally {
    download.abort();
  }
}

/** `undefined` for compressed content: the header counts compressed bytes. */
function declaredBytes(headers: DownloadResponse['headers']): number | undefined {
  const length = headers.get('content-length');
  return length === null || headers.get('content-encoding') ? undefined : Number(length);
}

function fileName(disposition: string | null, url: string): string {
  const given = /filename\*?=(?:UTF-8'')?"?([^";]+)"?/i.exec(disposition ?? '')?.[1];
  const last = URL.canParse(url) ? new URL(url).pathname.split('/').pop() : undefined;
  return given ?? (last || 'image');
}

function notFetched(label: string, key: string, status: number | undefined): ServiceError {
  return invalidInput(
    label,
    key,
    `could not be fetched${status === undefined ? '' : ` (status ${status})`}`,
    'Map a file, or a public URL that starts with https://.',
  );
}
