import type { Bundle, ZObject } from 'zapier-platform-core';

import { invalidInput, type ServiceError } from '../../shared/errors/serviceError';
import type { OpenedFile } from '../../shared/fields/file';
import { isLocal } from '../../shared/http/url';
import { exactRequest } from './zapierTransport';
import { mayBePublic, publicAgent, wasNotPublic, redirectTarget } from './publicAddress';

/**
 * Opens the file at a URL.
 * @throws {ServiceError} `invalidInput`, with label and key of the input, if there is no file; also while it is read
 */
export type LoadFile = (url: string, label: string, key: string) => Promise<OpenedFile>;

/** The part of Zapier's response that is needed here. */
interface DownloadResponse {
  status: number;
  headers: { get(name: string): string | null };
  body: AsyncIterable<Uint8Array>;
}

/** A response, and a function that ends its download. */
interface Download {
  response: DownloadResponse;
  abort: () => void;
}

/** Leaves 10 of the 25 s of a run to upload the file. */
const DOWNLOAD_TIMEOUT_MS = 15_000;

const MAX_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];

const NOT_PUBLIC = 'its address is not public';

/**
 * Opens the files that Zapier passes as URLs. The content is a stream, so that its size is checked
 * before all of it is loaded.
 */
export function fileLoader(z: ZObject, { authData }: Bundle): LoadFile {
  // A service on this machine belongs to a developer, who also has the files there.
  const mayStartLocally = isLocal(authData.baseUrl ?? '');
  return async (url, label, key) => {
    const failed = (reason?: string) => {
      const problem = `couldn't be downloaded${reason === undefined ? '' : ` (${reason})`}`;
      const fix = 'Map a file, or a public URL that starts with https://.';
      return invalidInput(label, key, problem, fix);
    };
    const download = await followRedirects(z, url, mayStartLocally, failed);
    const { status, headers } = download.response;
    if (status >= 300) {
      download.abort();
      throw failed(`status ${status}`);
    }
    return {
      name: fileName(headers.get('content-disposition'), url),
      mimeType: headers.get('content-type') ?? 'application/octet-stream',
      ...readLength(headers),
      read: () => contentOf(download, failed),
    };
  };
}

/**
 * Follows redirects, because Zapier's core would also follow a redirect from HTTPS to HTTP.
 * @param mayStartLocally whether `url` may lead to an address that is not public; a redirect never may
 */
async function followRedirects(
  z: ZObject,
  url: string,
  mayStartLocally: boolean,
  failed: (reason?: string) => ServiceError,
): Promise<Download> {
  if (!mayStartLocally && !mayBePublic(url)) throw failed(NOT_PUBLIC);
  const timeout = AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS);
  let current = url;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const mayBeLocal = mayStartLocally && redirects === 0;
    const download = await openUrl(z, current, mayBeLocal, timeout).catch((thrown: unknown) => {
      throw failed(wasNotPublic(thrown) ? NOT_PUBLIC : undefined);
    });
    const { status, headers } = download.response;
    if (!REDIRECTS.includes(status)) return download;
    download.abort();
    const target = redirectTarget(current, headers.get('location') ?? '');
    if (target === undefined) throw failed('redirected to a URL that is not allowed');
    current = target;
  }
  throw failed(`redirected more than ${MAX_REDIRECTS} times`);
}

/** Sends one GET request, without the API key. May throw. */
async function openUrl(
  z: ZObject,
  url: string,
  mayBeLocal: boolean,
  timeout: AbortSignal,
): Promise<Download> {
  const download = new AbortController();
  const options = {
    ...exactRequest(url),
    ...(mayBeLocal ? {} : { agent: publicAgent(url) }),
    raw: true,
    redirect: 'manual',
    skipThrowForStatus: true,
    signal: AbortSignal.any([download.signal, timeout]),
  } as const;
  const response = (await z.request(options)) as unknown as DownloadResponse;
  return { response, abort: () => download.abort() };
}

/** Aborts the download when the reader stops. */
async function* contentOf(
  { response, abort }: Download,
  failed: () => ServiceError,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* response.body;
  } catch {
    throw failed();
  } finally {
    abort();
  }
}

/** The size; absent for compressed content, because its header has the compressed size. */
function readLength(headers: DownloadResponse['headers']): Pick<OpenedFile, 'bytes'> {
  const length = headers.get('content-length');
  return length === null || headers.get('content-encoding') ? {} : { bytes: Number(length) };
}

/** The encoded name of RFC 6266 takes precedence. A name that cannot be decoded is ignored. */
function fileName(disposition: string | null, url: string): string {
  const encoded = /filename\*\s*=\s*UTF-8'[^']*'([^;\s]+)/i.exec(disposition ?? '')?.[1];
  const plain = /filename\s*=\s*(?:"([^"]+)"|([^";]+))/i.exec(disposition ?? '');
  const lastSegment = URL.canParse(url) ? new URL(url).pathname.split('/').pop() : undefined;
  return decoded(encoded) ?? plain?.[1] ?? plain?.[2]?.trim() ?? (lastSegment || 'image');
}

function decoded(name: string | undefined): string | undefined {
  try {
    return name && decodeURIComponent(name);
  } catch {
    return undefined;
  }
}
