import { Readable } from 'node:stream';

import type { Bundle, PlainOutputField, ZObject } from 'zapier-platform-core';

import type { RawInput } from '../shared/fields';
import { flatOperations } from '../shared/engine/catalog';
import type { FlatOperation } from '../shared/engine/catalog';
import { runStep } from './runStep';

/** @returns the URL of the stored file */
type Hydrator = (z: ZObject, bundle: Bundle) => Promise<string>;

/**
 * One hydrator per operation that returns a file, by key. The step outputs only a reference. When a
 * later step uses the file, Zapier calls the hydrator, which runs the operation again and stores the
 * file with Zapier.
 */
export const hydrators: Record<string, Hydrator> = Object.fromEntries(
  flatOperations('create')
    .filter(({ output }) => output.returns === 'file')
    .map((operation) => [hydratorKey(operation), hydratorOf(operation)]),
);

function hydratorOf(operation: FlatOperation): Hydrator {
  return async (z, bundle) => {
    let url: string | undefined;
    await runStep(operation, z, bundle, {
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
    });
    if (url === undefined) throw new Error(`'${operation.flat.key}' returned no file`);
    return url;
  };
}

/** A reference to the file that the operation returns for these raw inputs. */
export function fileReference(operation: FlatOperation, z: ZObject, raw: RawInput): string {
  const hydrator = hydrators[hydratorKey(operation)];
  if (!hydrator) throw new Error(`'${operation.flat.key}' returns no file`);
  return z.dehydrateFile(hydrator, { ...raw });
}

/** e.g. `exportPassesFile`; Zapier allows no underscores here. */
function hydratorKey({ flat }: FlatOperation): string {
  const name = flat.key.replace(/_([a-z])/g, (_whole, letter: string) => letter.toUpperCase());
  return `${name}File`;
}

/** Output field of the file. */
export const fileOutputField: PlainOutputField = { key: 'file', label: 'File', type: 'file' };
