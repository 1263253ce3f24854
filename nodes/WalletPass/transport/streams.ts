import type { IExecuteFunctions } from 'n8n-workflow';

/** What n8n takes for the content of a file. */
type FileContent = Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0];

/** A stream of Node's, as an answer is one. */
interface NodeStream extends AsyncIterable<Uint8Array> {
  destroy(): unknown;
}

interface StreamClass {
  from(parts: AsyncIterable<Uint8Array>): FileContent;
}

/** Node's class of streams: a community node may not import it, but the answers it gets have it. */
let Stream: StreamClass | undefined;

export function isStream(body: unknown): body is NodeStream {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

/** Remembers how streams are made. */
export function learnStreams({ constructor }: NodeStream): void {
  if ('from' in constructor) Stream = constructor as unknown as StreamClass;
}

/**
 * Content as n8n's binary store takes it. Where the store turned out to keep files inside the items,
 * a stream would be three copies at once: its parts, the whole, and the text that n8n makes of it.
 */
export async function fileContent(
  parts: AsyncIterable<Uint8Array>,
  storesInItems: boolean,
): Promise<FileContent> {
  if (Stream && !storesInItems) return Stream.from(parts);
  const all: Uint8Array[] = [];
  for await (const part of parts) all.push(part);
  const whole = Buffer.concat(all);
  all.length = 0;
  return whole;
}
