import type { IExecuteFunctions } from 'n8n-workflow';

/** Content of a file as `prepareBinaryData` takes it. */
type BinaryContent = Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0];

/** The part of Node's `Readable` that is used here. */
interface NodeStream extends AsyncIterable<Uint8Array> {
  destroy(): unknown;
}

interface StreamClass {
  from(chunks: AsyncIterable<Uint8Array>): BinaryContent;
}

/** Node's `Readable`. A community node may not import it, so it is taken from a response body. */
let Readable: StreamClass | undefined;

/** Whether a response body is a stream rather than text. */
export function isStream(body: unknown): body is NodeStream {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

/** Keeps the class of a stream, to create other streams with it. */
export function keepStreamClass({ constructor }: NodeStream): void {
  if ('from' in constructor) Readable = constructor as unknown as StreamClass;
}

/**
 * Content for n8n's binary data storage, as a stream if possible.
 * @param storesInItems whether n8n keeps files inside items: a stream would then be in memory three
 * times, as chunks, as one buffer and as n8n's text
 */
export async function toBinaryContent(
  chunks: AsyncIterable<Uint8Array>,
  storesInItems: boolean,
): Promise<BinaryContent> {
  if (Readable && !storesInItems) return Readable.from(chunks);
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  const content = Buffer.concat(all);
  all.length = 0;
  return content;
}
