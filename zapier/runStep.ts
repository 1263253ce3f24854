import type { Bundle, ZObject } from 'zapier-platform-core';

import type { RawInput } from '../shared/fields';
import { runOperation } from '../shared/engine/runOperation';
import type { FileSink, OperationResult } from '../shared/operations/operation';
import { withSession } from './transport/session';
import { collectFlatInput } from '../shared/engine/flatInput';
import { fileLoader } from './input/fileLoader';
import type { FlatOperation } from '../shared/engine/catalog';

/** One run of a step. */
export interface StepRun {
  result: OperationResult;
  /** Inputs before parsing, under the declaration's keys. */
  raw: RawInput;
}

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
): Promise<StepRun> {
  return withSession(z, bundle, async (context) => {
    const raw = collectFlatInput(operation.input, bundle.inputData, fileLoader(z));
    const result = await runOperation(operation, { ...context, fileSink }, raw);
    return { result, raw };
  });
}
