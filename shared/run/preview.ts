/**
 * A preview of an item: its run with a client that only reads, up to the first request that would change or send
 * something. The result is that request, flat like the output of a run, with what it `wouldBe`.
 */

import { ENDPOINTS, type EndpointKey } from '../api/endpoints';
import { WouldSend } from '../operations/previewClient';
import type { Output } from '../fields/output';
import type { Context } from '../operations/context';
import { type Operation, outputFields } from '../operations/operation';
import { flatValues, requestValues } from './previewValues';

/**
 * Runs an item up to its first request that would change or send something.
 * @returns what that request would do, and all its values; or what `run` returned if it sends nothing
 * @throws {import('../errors/serviceError').ServiceError} as `run` would, before that request
 */
export async function previewItem(
  operation: Operation,
  context: Context,
  plan: unknown,
): Promise<Output> {
  // Nothing changes, so that what was read stays valid.
  const templates = { ...context.templates, forget: () => undefined };
  const reading = { ...context, client: context.previewClient, templates };
  return await operation.run(reading, plan).then(
    (result) => {
      const { outcome = 'unchanged', ...rest } = result as Output;
      return { wouldBe: outcome, ...rest, preview: true };
    },
    (thrown: unknown) => {
      if (thrown instanceof WouldSend) return describeRequest(operation, context, plan, thrown);
      throw thrown;
    },
  );
}

/** What a request would do, and its values. Those that the operation adds to it come last, because they decide. */
async function describeRequest(
  operation: Operation,
  context: Context,
  plan: unknown,
  { call, pass }: WouldSend,
): Promise<Output> {
  const { preview } = operation;
  const declared = outputFields(operation);
  const endpoint = call.endpoint as EndpointKey;
  const details = (await preview?.details?.(context, plan as never, endpoint, pass?.id)) ?? {};
  const values = {
    ...(pass && { id: pass.id, externalId: pass.externalId ?? undefined }),
    ...requestValues(call, declared),
    ...details,
    // Last: a design may have any keys.
    wouldBe: details.wouldBe ?? preview?.wouldBe ?? ENDPOINTS[endpoint].wouldBe,
    preview: true,
  };
  return flatValues(values, declared);
}
