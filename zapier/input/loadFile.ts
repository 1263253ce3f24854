import type { HttpRequestOptions, ZObject } from 'zapier-platform-core';

import type { OpenedFile } from '../../shared/fields/files';
import type { ServiceError } from '../../shared/errors/serviceError';
import { invalidInput } from '../../shared/errors/serviceError';

interface RawAnswer {
  status: number;
  headers: { get(name: string): string | null };
  body: AsyncIterable<Uint8Array>;
}

/**
 * Opens what a file field points at: Zapier gives every file as a URL. The key is not sent along,
 * its host is another one.
 * @throws {ServiceError} `invalidInput` where there is no file; also while it is read
 */
export async function loadFile(
  z: ZObject,
  url: string,
  label: string,
  key: string,
): Promise<OpenedFile> {
  const download = new AbortController();
  const options: HttpRequestOptions & { url: string; raw: true; signal: AbortSignal } = {
    url,
    raw: true,
    skipThrowForStatus: true,
    signal: AbortSignal.any([download.signal, AbortSignal.timeout(LONGEST_MS)]),
  };
  const answer = await z.request(options).then(
    (arrived) => arrived as unknown as RawAnswer,
    () => undefined,
  );
  if (!answer || answer.status >= 300) {
    download.abort();
    throw notThere(label, key, answer?.status);
  }
  const { headers } = answer;
  return {
    name: fileName(headers.get('content-disposition'), url),
    mimeType: headers.get('content-type') ?? 'application/octet-stream',
    declaredBytes: declaredBytes(headers),
    content: contentOf(answer, download, () => notThere(label, key, undefined)),
  };
}

/** The content while it comes in; the download ends where its reader stops. */
async function* contentOf(
  { body }: RawAnswer,
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

/** Nothing where the content travels compressed: the header counts the compressed bytes. */
function declaredBytes(headers: RawAnswer['headers']): number | undefined {
  const length = headers.get('content-length');
  return length === null || headers.get('content-encoding') ? undefined : Number(length);
}

/** Of the 25 s a step has; the rest is for sending the file on. */
const LONGEST_MS = 15_000;

function fileName(disposition: string | null, url: string): string {
  const given = /filename\*?=(?:UTF-8'')?"?([^";]+)"?/i.exec(disposition ?? '')?.[1];
  const last = URL.canParse(url) ? new URL(url).pathname.split('/').pop() : undefined;
  return given ?? (last || 'image');
}

function notThere(label: string, key: string, status: number | undefined): ServiceError {
  return invalidInput(
    label,
    key,
    `could not be fetched${status === undefined ? '' : ` (status ${status})`}`,
    'Map a file from an earlier step, or a public address that starts with https://.',
  );
}
