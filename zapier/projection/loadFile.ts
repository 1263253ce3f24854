import type { HttpRequestOptions, ZObject } from 'zapier-platform-core';

import type { LoadedFile } from '../../shared/fields/files';
import type { ServiceFailure } from '../../shared/http/failures';
import { invalidInput } from '../../shared/http/failures';

interface RawAnswer {
  status: number;
  headers: { get(name: string): string | null };
  arrayBuffer(): Promise<ArrayBuffer>;
}

/**
 * Fetches what a file field points at: Zapier gives every file as an address. The key is not sent
 * along, its host is another one.
 * @throws {ServiceFailure} `invalidInput` where nothing is to be had there
 */
export async function loadFile(
  z: ZObject,
  url: string,
  label: string,
  key: string,
): Promise<LoadedFile> {
  const options: HttpRequestOptions & { url: string; raw: true } = {
    url,
    raw: true,
    skipThrowForStatus: true,
  };
  const answer = (await z.request(options).catch(() => undefined)) as RawAnswer | undefined;
  if (!answer || answer.status >= 300) throw notThere(label, key, answer?.status);
  return {
    name: fileName(answer.headers.get('content-disposition'), url),
    mimeType: answer.headers.get('content-type') ?? 'application/octet-stream',
    content: new Uint8Array(await answer.arrayBuffer()),
  };
}

function fileName(disposition: string | null, url: string): string {
  const given = /filename\*?=(?:UTF-8'')?"?([^";]+)"?/i.exec(disposition ?? '')?.[1];
  const last = URL.canParse(url) ? new URL(url).pathname.split('/').pop() : undefined;
  return given ?? (last || 'image');
}

function notThere(label: string, key: string, status: number | undefined): ServiceFailure {
  return invalidInput(
    label,
    key,
    `could not be fetched${status === undefined ? '' : ` (status ${status})`}`,
    'Map a file from an earlier step, or a public address that starts with https://.',
  );
}
