import { ENDPOINTS, type EndpointKey } from '../api/endpoints';
import { WouldSend } from '../api/previewClient';
import { flatDesign } from '../design/preview';
import { withoutMirrored } from '../design/routing';
import { compact, isRecord } from '../runtime/records';
import { type Output, type OutputFields, flattenedParts } from '../fields/output';
import type { Context } from '../operations/context';
import { type Operation, outputFields } from '../operations/operation';

/**
 * Runs an item up to its first request that would change or send something.
 * @returns what that request would do, and all its values, flat like a result; or what `run` returned if it sends
 *   nothing
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

async function describeRequest(
  operation: Operation,
  context: Context,
  plan: unknown,
  { call, pass }: WouldSend,
): Promise<Output> {
  const { preview } = operation;
  const endpoint = call.endpoint as EndpointKey;
  const declared = outputFields(operation);
  const request = { ...call.query, ...(call.json as Output | undefined) };
  const {
    passes,
    pass: design,
    ...values
  } = request as Output & {
    passes?: Output[];
    pass?: Output;
  };
  // A single pass is shown beside its recipient.
  const [single, ...others] = passes ?? [];
  const isGroup = others.length > 0;
  const { wouldBe, ...details } =
    (await preview?.details?.(context, plan as never, endpoint)) ?? {};
  const head = { wouldBe: wouldBe ?? preview?.wouldBe ?? ENDPOINTS[endpoint].wouldBe };
  return flatValues(
    {
      ...(pass && { id: pass.id, externalId: pass.externalId ?? undefined }),
      ...(isGroup
        ? { passes: passes?.map((entry) => flatValues(entry, declared.passes?.fields ?? {})) }
        : single),
      ...flatDesign(design ?? {}),
      ...values,
      ...details,
      // A design may have any keys.
      ...head,
      preview: true,
    },
    declared,
  );
}

/** What people look for first: what would happen, to whom. The values of fields come next. */
const FIRST = ['wouldBe', 'externalId', 'email', 'phone'];

/** The values of a request without objects. The dates of validity are among the values of fields, but are none. */
function flatValues(values: Output, declared: OutputFields): Output {
  const { templateFields, ...others } = values;
  const { validFrom, validUntil, ...ofFields } = isRecord(templateFields) ? templateFields : {};
  const { customFields } = others;
  const all: Output = {
    ...others,
    ...compact({ validFrom, validUntil }),
    templateFields: withoutMirrored(ofFields, isRecord(customFields) ? customFields : {}),
  };
  const groups = Object.keys(all).filter((key) => isRecord(all[key]));
  const flat = flattenedParts(all, groups, declared);
  const ofGroups = Object.keys(flat).filter((key) => !Object.hasOwn(all, key));
  const first = [...FIRST, ...ofGroups].map((key) => [key, flat[key]] as const);
  return compact({ ...Object.fromEntries(first), ...flat });
}

/**
 * A preview with Simplify, or with the chosen fields: without those that only the raw data has. What would be sent
 * stays, even if a result omits it.
 * @param chosen fields of a result
 */
export function simplePreview(preview: Output, chosen: OutputFields, operation: Operation): Output {
  const declared = outputFields(operation);
  const isShown = (key: string) =>
    Object.hasOwn(chosen, key) ||
    Object.hasOwn(operation.input, key) ||
    !(Object.hasOwn(declared, key) && declared[key]?.omitFromSimplified);
  return Object.fromEntries(Object.entries(preview).filter(([key]) => isShown(key)));
}
