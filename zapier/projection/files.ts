import type { Bundle, PlainOutputField, ZObject } from 'zapier-platform-core';

import type { RawInput } from '../../shared/fields';
import { isFileOutput } from '../../shared/operations/operation';
import { offered } from './offered';
import type { OfferedOperation } from './offered';
import { runOperation } from './run';

/**
 * Operations that give a file. Zapier carries a reference through the Zap and asks for the content
 * when a later step uses it; the operation then runs once more and its file is put away with Zapier.
 */
type Hydrator = (z: ZObject, bundle: Bundle) => Promise<string>;

export const hydrators: Record<string, Hydrator> = Object.fromEntries(
  offered('create')
    .filter(({ output }) => output.returns === 'file')
    .map((operation) => [hydratorKey(operation), hydratorOf(operation)]),
);

function hydratorOf(operation: OfferedOperation): Hydrator {
  return async (z, bundle) => {
    const { result } = await runOperation(operation, z, bundle);
    if (!isFileOutput(result)) throw new Error(`'${operation.zapier.key}' gave no file`);
    const { name, mimeType, content } = result.file;
    return z.stashFile(content, Buffer.byteLength(content), name, mimeType);
  };
}

/** A reference to the file that this operation gives for `raw`. */
export function fileReference(operation: OfferedOperation, z: ZObject, raw: RawInput): string {
  const hydrator = hydrators[hydratorKey(operation)];
  if (!hydrator) throw new Error(`'${operation.zapier.key}' gives no file`);
  return z.dehydrateFile(hydrator, { ...raw });
}

/** `exportPassesFile`: Zapier allows no underscore here. */
function hydratorKey({ zapier }: OfferedOperation): string {
  const name = zapier.key.replace(/_([a-z])/g, (_whole, letter: string) => letter.toUpperCase());
  return `${name}File`;
}

/** What the output says of the file. */
export const fileField: PlainOutputField = { key: 'file', label: 'File', type: 'file' };
