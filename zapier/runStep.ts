import type { Bundle, ZObject } from 'zapier-platform-core';

import type { FileSink } from '../shared/operations/context';
import type { OperationResult } from '../shared/operations/operation';
import { runOne } from '../shared/run/runOne';
import { withStepContext } from './transport/stepContext';
import { collectInput } from './controls';
import { fileLoader } from './transport/downloadFile';
import type { ZapierOperation } from './catalog';

/**
 * Runs an operation with the inputs of a step.
 * @param fileSink receives the file, for an operation that returns one
 * @throws Zapier's error classes
 */
export function runStep(
  operation: ZapierOperation,
  z: ZObject,
  bundle: Bundle,
  fileSink?: FileSink,
): Promise<OperationResult> {
  return withStepContext(z, bundle, async (context) => {
    const raw = collectInput(operation.input, bundle.inputData, fileLoader(z, bundle), (key) =>
      isMapped(bundle, key),
    );
    return await runOne(operation, { ...context, ...(fileSink && { fileSink }) }, raw);
  });
}

/** Whether an input holds values of earlier steps, e.g. `{{123__email}}` in the Zap as saved. */
function isMapped({ inputDataRaw }: Partial<Pick<Bundle, 'inputDataRaw'>>, key: string): boolean {
  const saved: unknown = inputDataRaw?.[key];
  return [saved].flat().some((part) => typeof part === 'string' && part.includes('{{'));
}
