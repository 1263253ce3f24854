import type { Bundle, ZObject } from 'zapier-platform-core';

import type { RawInput } from '../shared/fields';
import { runOperation } from '../shared/engine/runOperation';
import type { FileSink, OperationResult } from '../shared/operations/operation';
import { withSession } from './transport/session';
import { collectFlatInput } from '../shared/engine/flatInput';
import { fileLoader } from './input/loadFile';
import type { FlatOperation } from '../shared/engine/catalog';

export interface Run {
  result: OperationResult;
  /** What was asked for, under the declaration's keys. */
  raw: RawInput;
}

/**
 * Runs an operation with the inputs of a step.
 * @param file where its file goes, for an operation that gives one
 * @throws the platform's errors
 */
export function runStep(
  operation: FlatOperation,
  z: ZObject,
  bundle: Bundle,
  file?: FileSink,
): Promise<Run> {
  return withSession(z, bundle, async (context) => {
    const raw = collectFlatInput(operation.input, bundle.inputData, fileLoader(z));
    const result = await runOperation(operation, { ...context, fileSink: file }, raw);
    return { result, raw };
  });
}
