import type { IExecuteFunctions } from 'n8n-workflow';

/** Content of a file as `prepareBinaryData` takes it. */
type BinaryContent = Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0];

/** The part of Node's `Readable` that is used here. */
export interface NodeStream extends AsyncIterable<Uint8Array> {
  destroy(): unknown;
}

/** Node's `Readable`. A community node may not import it, so it is taken from a response body. */
let Readable: { from(chunks: AsyncIterable<Uint8Array>): BinaryContent } | undefined;

/** Keeps the class of a stream, to create other streams with it. */
export function keepStreamClass({ constructor }: NodeStream): void {
  Readable = constructor as unknown as typeof Readable;
}

/** A stream for n8n's binary data storage, of what was read from a response. */
export function toBinaryContent(chunks: AsyncIterable<Uint8Array>): BinaryContent {
  if (!Readable) throw new Error('No response was read');
  return Readable.from(chunks);
}
