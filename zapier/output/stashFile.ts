import { Readable } from 'node:stream';

import type { PlainOutputField, ZObject } from 'zapier-platform-core';

import type { FileSink } from '../../shared/operations/context';

/** Output field of the file that an operation returns. */
export const fileOutputField: PlainOutputField = { key: 'file', label: 'File', type: 'file' };

/**
 * Stores the file of an operation with Zapier while it is downloaded. Zapier allows this in the `perform`
 * of an action, so the file needs no second download when a later step uses it.
 */
export function fileStash(z: ZObject): { sink: FileSink; url(): string } {
  let url: string | undefined;
  return {
    sink: {
      as: 'file',
      async write({ name, mimeType }, content) {
        // Without a length, Zapier's core buffers the stream in a temporary file, not in memory.
        // It returns a promise, although its types declare a string.
        url = await (z.stashFile(
          Readable.from(content),
          undefined,
          name,
          mimeType,
        ) as unknown as Promise<string>);
      },
    },
    url() {
      if (url === undefined) throw new Error('No file was written');
      return url;
    },
  };
}
