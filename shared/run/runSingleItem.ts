import { isServiceError } from '../errors/serviceError';
import type { RawInput } from '../fields';
import type { Context } from '../operations/context';
import type { Operation, OperationResult } from '../operations/operation';
import { parseItem, prepareItem, runPrepared } from './runItem';

/**
 * Parses, prepares and runs one item, for platforms that run one item at a time and cannot distinguish
 * a repeated run from a new one.
 * @throws {ServiceError}
 */
export async function runSingleItem(
  operation: Operation,
  context: Context,
  raw: RawInput,
): Promise<OperationResult> {
  const inputs = parseItem(operation, raw, context);
  const prepared = await prepareItem(operation, inputs, context);
  return await runPrepared(operation, prepared).catch((thrown: unknown) => {
    throw unsafeToRepeatWithoutKey(operation, raw, thrown);
  });
}

/**
 * Without a value in the idempotency key input, an event gets a generated key that is the same only
 * within this run. A later run would generate another one.
 */
function unsafeToRepeatWithoutKey({ input }: Operation, raw: RawInput, thrown: unknown): unknown {
  const { label, harmWithout } = input.idempotencyKey ?? {};
  const hasKey = raw.idempotencyKey !== undefined;
  if (!harmWithout || hasKey || !isServiceError(thrown, 'outcomeUnknown')) return thrown;
  return thrown.with({
    safeToRepeat: false,
    hint: `Check the pass in the dashboard before running this again: without a value in '${label}', a repeated run ${harmWithout}.`,
  });
}
