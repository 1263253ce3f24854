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
  const options: HttpRequestOptions & { url: string; raw: true; signal: AbortSignal } = {
    url,
    raw: true,
    skipThrowForStatus: true,
    signal: AbortSignal.timeout(LONGEST_MS),
  };
  const loaded = await z
    .request(options)
    .then((answer) => withContent(answer as unknown as RawAnswer))
    .catch(() => undefined);
  if (!loaded || loaded.answer.status >= 300) throw notThere(label, key, loaded?.answer.status);
  const { headers } = loaded.answer;
  return {
    name: fileName(headers.get('content-disposition'), url),
    mimeType: headers.get('content-type') ?? 'application/octet-stream',
    content: new Uint8Array(loaded.content),
  };
}

async function withContent(answer: RawAnswer) {
  return { answer, content: await answer.arrayBuffer() };
}

/** Of the 25 s a step has; the rest is for sending the file on. */
const LONGEST_MS = 15_000;

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
