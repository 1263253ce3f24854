import { toResult } from '../errors/serviceError';
import type { RawInput } from '../fields';
import type { Context } from '../operations/context';
import type { Operation, OperationResult } from '../operations/operation';
import { hasExisted } from './findings/finding';
import { otherContact } from './findings/otherContact';
import {
  isUncertainEvent,
  lookedUpIds,
  parseItem,
  prepareItem,
  runPrepared,
  type RunItem,
} from './runItem';

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
  const value = await runPrepared(operation, prepared).catch((thrown: unknown) => {
    // The platform would repeat it as another event.
    throw isUncertainEvent(operation, prepared.input, thrown)
      ? thrown.with({ safeToRepeat: false })
      : thrown;
  });
  const refs = lookedUpIds(operation, inputs);
  const ended: RunItem = {
    ...{ index: 0, earlier: undefined, inputs, refs, serialKeys: [] },
    result: { state: 'done', value },
  };
  // A search that fails shows nothing: it is not worth an error.
  if (hasExisted(ended)) await toResult(otherContact(context, ended, new Set()));
  return value;
}
