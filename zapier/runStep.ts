import type { Bundle, ZObject } from 'zapier-platform-core';

import { runOperation } from '../shared/engine/runOperation';
import type { FileSink, OperationResult } from '../shared/operations/operation';
import { withSession } from './transport/session';
import { collectFlatInput } from '../shared/engine/flatInput';
import { fileLoader } from './input/fileLoader';
import type { FlatOperation } from '../shared/engine/catalog';

/**
 * Runs an operation with the inputs of a step.
 * @param fileSink receives the file, for an operation that returns one
 * @throws Zapier's error classes
 */
export function runStep(
  operation: FlatOperation,
  z: ZObject,
  bundle: Bundle,
  fileSink?: FileSink,
): Promise<OperationResult> {
  return withSession(z, bundle, async (context) => {
    const raw = collectFlatInput(operation.input, bundle.inputData, fileLoader(z), (key) =>
      isMapped(bundle, key),
    );
    return await runOperation(operation, { ...context, fileSink }, raw);
  });
}

/** Whether an input holds values of earlier steps, e.g. `{{123__email}}` in the Zap as saved. */
function isMapped({ inputDataRaw }: Partial<Pick<Bundle, 'inputDataRaw'>>, key: string): boolean {
  const saved: unknown = inputDataRaw?.[key];
  return [saved].flat().some((part) => typeof part === 'string' && part.includes('{{'));
}
