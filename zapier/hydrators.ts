import { Readable } from 'node:stream';

import type { Bundle, PlainOutputField, ZObject } from 'zapier-platform-core';

import type { RawInput } from '../shared/fields';
import { flatOperations } from '../shared/engine/catalog';
import type { FlatOperation } from '../shared/engine/catalog';
import { runStep } from './run';

/**
 * Operations that give a file. Zapier carries a reference through the Zap and asks for the content
 * when a later step uses it; the operation then runs once more and its file is put away with Zapier.
 */
type Hydrator = (z: ZObject, bundle: Bundle) => Promise<string>;

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
        // Of unknown length: the core finds it out with a temporary file, not in memory.
        // A promise, whatever the types of the core say.
        url = await (z.stashFile(
          Readable.from(content),
          undefined,
          name,
          mimeType,
        ) as unknown as Promise<string>);
      },
    });
    if (url === undefined) throw new Error(`'${operation.flat.key}' gave no file`);
    return url;
  };
}

/** A reference to the file that this operation gives for `raw`. */
export function fileReference(operation: FlatOperation, z: ZObject, raw: RawInput): string {
  const hydrator = hydrators[hydratorKey(operation)];
  if (!hydrator) throw new Error(`'${operation.flat.key}' gives no file`);
  return z.dehydrateFile(hydrator, { ...raw });
}

/** `exportPassesFile`: Zapier allows no underscore here. */
function hydratorKey({ flat }: FlatOperation): string {
  const name = flat.key.replace(/_([a-z])/g, (_whole, letter: string) => letter.toUpperCase());
  return `${name}File`;
}

/** What the output says of the file. */
export const fileField: PlainOutputField = { key: 'file', label: 'File', type: 'file' };
