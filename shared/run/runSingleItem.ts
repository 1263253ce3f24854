import type { RawInput } from '../fields';
import type { Context } from '../operations/context';
import type { Operation, OperationResult } from '../operations/operation';
import { isUncertainEvent, parseItem, prepareItem, runPrepared } from './runItem';

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
    // The platform would repeat it as another event.
    throw isUncertainEvent(operation, prepared.input, thrown)
      ? thrown.with({ safeToRepeat: false })
      : thrown;
  });
}
