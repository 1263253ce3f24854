import type { Bundle, ZObject } from 'zapier-platform-core';

import type { RawInput } from '../../shared/fields';
import { readInput } from '../../shared/fields';
import type { OperationResult } from '../../shared/operations/operation';
import { withSession } from '../session';
import { collectInput } from './collectInput';
import type { OfferedOperation } from './offered';

export interface Run {
  result: OperationResult;
  /** What was asked for, under the declaration's keys. */
  raw: RawInput;
}

/**
 * Runs an operation with what a step's fields say. Every input is read before anything is sent.
 * @throws the platform's errors
 */
export function runOperation(
  operation: OfferedOperation,
  z: ZObject,
  bundle: Bundle,
): Promise<Run> {
  return withSession(z, bundle, async (context) => {
    const raw = collectInput(operation.input, bundle.inputData);
    const input = readInput(operation.input, raw, context);
    return { result: await operation.run(context, input), raw };
  });
}
