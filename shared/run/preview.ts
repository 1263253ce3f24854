import type { EndpointKey } from '../api/endpoints';
import { WouldSend } from '../api/previewClient';
import { compact } from '../runtime/records';
import type { Output } from '../fields/output';
import type { Context } from '../operations/context';
import type { Operation } from '../operations/operation';

/**
 * Runs an item up to its first request that would change or send something.
 * @returns what that request would do, and its values; or what `run` returned if it sends nothing
 * @throws {import('../errors/serviceError').ServiceError} as `run` would, before that request
 */
export async function previewItem(
  operation: Operation,
  context: Context,
  plan: unknown,
): Promise<Output> {
  return await operation.run({ ...context, client: context.previewClient }, plan).then(
    (result) => {
      const { outcome = 'unchanged', ...rest } = result as Output;
      return { preview: true, wouldBe: outcome, ...rest };
    },
    (thrown: unknown) => {
      if (thrown instanceof WouldSend) return describeRequest(operation, context, plan, thrown);
      throw thrown;
    },
  );
}

async function describeRequest(
  { preview }: Operation,
  context: Context,
  plan: unknown,
  { call, pass }: WouldSend,
): Promise<Output> {
  const endpoint = call.endpoint as EndpointKey;
  return compact({
    preview: true,
    wouldBe: preview?.wouldBe[endpoint],
    ...(pass && { id: pass.id, externalId: pass.externalId ?? undefined }),
    ...requestValues(call.json),
    ...(await preview?.details?.(context, plan as never, endpoint)),
  });
}

/** The values of a request, in one object: those of a single pass beside its recipient. */
function requestValues(body: unknown): Output {
  const { passes, ...values } = body as { passes?: Output[] } & Output;
  if (passes === undefined) return values;
  return passes.length === 1 ? { ...passes[0], ...values } : { passes, ...values };
}
