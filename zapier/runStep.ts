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
    const raw = collectFlatInput(operation.input, bundle.inputData, fileLoader(z));
    return await runOperation(operation, { ...context, fileSink }, raw);
  });
}
