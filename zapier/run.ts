import type { Bundle, ZObject } from 'zapier-platform-core';

import type { RawInput } from '../shared/fields';
import { checkedInput, readItem, runChecked } from '../shared/engine/itemInputs';
import { isServiceError } from '../shared/errors/serviceError';
import type { FileUse, OperationResult } from '../shared/operations/operation';
import { withSession } from './transport/session';
import { collectInput } from './input/collectInput';
import { loadFile } from './input/loadFile';
import type { OfferedOperation } from './offered';

export interface Run {
  result: OperationResult;
  /** What was asked for, under the declaration's keys. */
  raw: RawInput;
}

/**
 * Runs an operation with what a step's fields say. Every input is read before anything is sent.
 * @param file where its file goes, for an operation that gives one
 * @throws the platform's errors
 */
export function runOperation(
  operation: OfferedOperation,
  z: ZObject,
  bundle: Bundle,
  file?: FileUse,
): Promise<Run> {
  return withSession(z, bundle, async (context) => {
    const raw = collectInput(operation.input, bundle.inputData, (...file) => loadFile(z, ...file));
    const inputs = readItem(operation, raw, context);
    const input = await checkedInput(operation, context, inputs, false);
    const result = await runChecked(operation, { ...context, file }, input, inputs).catch(
      (thrown: unknown) => {
        throw ofThisRunOnly(operation, raw, thrown);
      },
    );
    return { result, raw };
  });
}

/**
 * A step whose event was given no ID gets one here, the same on every try of this run. Zapier does
 * not say which run a replay repeats, so the replay would get another one and count again.
 */
function ofThisRunOnly({ input }: OfferedOperation, raw: RawInput, thrown: unknown): unknown {
  const event = input.idempotencyKey;
  if (!event || raw.idempotencyKey !== undefined || !isServiceError(thrown, 'outcomeUnknown')) {
    return thrown;
  }
  return thrown.with({
    safeToRepeat: false,
    hint: `Check the pass in the dashboard before running this step again; without a value in '${event.label}' it would count twice.`,
  });
}
