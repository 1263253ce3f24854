/**
 * A preview runs an item with a client that only reads, up to the first request that would change or send something.
 * The result is that request, flat like the output of a run, with what it `wouldBe`.
 */

import { ENDPOINTS, type EndpointKey } from '../api/endpoints';
import { PreviewStop } from '../operations/previewClient';
import { type Output, type OutputFields, flatDesign, flattenedParts } from '../fields/output';
import type { Context } from '../operations/context';
import { type Operation, outputFields } from '../operations/operation';
import { withoutCopies } from '../design/rowValues';
import { compact, isRecord } from '../runtime/records';

/**
 * Runs an item up to its first request that would change or send something.
 * @returns the values of that request and its effect; or the result of `run` if it sends nothing
 * @throws {import('../errors/serviceError').ServiceError} as `run` would, before that request
 */
export async function previewItem(
  operation: Operation,
  context: Context,
  plan: unknown,
): Promise<Output> {
  // A preview changes nothing, so the cached templates stay valid.
  const templates = { ...context.templates, forget: () => undefined };
  const previewContext = { ...context, client: context.previewClient, templates };
  return await operation.run(previewContext, plan).then(
    (result) => {
      const { outcome = 'unchanged', ...rest } = result as Output;
      return { wouldBe: outcome, ...rest, preview: true };
    },
    (thrown: unknown) => {
      if (thrown instanceof PreviewStop) return describeRequest(operation, context, plan, thrown);
      throw thrown;
    },
  );
}

/** What a request would do, and its values. Details from the operation override values of the request. */
async function describeRequest(
  operation: Operation,
  context: Context,
  plan: unknown,
  { call, pass, details: requestDetails }: PreviewStop,
): Promise<Output> {
  const { preview } = operation;
  const declared = outputFields(operation);
  const endpoint = call.endpoint as EndpointKey;
  const details: Output = {
    ...(await preview?.details?.(context, plan as never)),
    ...requestDetails,
  };
  const values = {
    ...(pass && { id: pass.id, externalId: pass.externalId ?? undefined }),
    ...requestValues(call, declared),
    ...details,
    // These override everything, because a design may have any keys.
    wouldBe: details.wouldBe ?? preview?.wouldBe ?? ENDPOINTS[endpoint].wouldBe,
    preview: true,
  };
  return flatValues(values, declared);
}

/**
 * The values of a request. Several passes are a list, a single pass is merged with its recipient, and a design is flat.
 */
function requestValues({ query, json }: PreviewStop['call'], declared: OutputFields): Output {
  const request = { ...query, ...(json as Output | undefined) };
  const {
    passes = [],
    pass: design = {},
    ...values
  } = request as Output & {
    passes?: Output[];
    pass?: Output;
  };
  const flatPasses = () => passes.map((entry) => flatValues(entry, declared.passes?.fields ?? {}));
  return {
    ...(passes.length > 1 ? { passes: flatPasses() } : passes[0]),
    ...flatDesign(design),
    ...values,
  };
}

/** The keys that people look for first: what would happen, and to whom. */
const FIRST = ['wouldBe', 'externalId', 'email', 'phone'];

/**
 * Values without nested objects, in the order of {@link FIRST}, then field values, then all others. So `{ name,
 * templateFields: { balance: 5 }, email }` becomes `{ email, balance: 5, name }`.
 */
function flatValues(values: Output, declared: OutputFields): Output {
  const grouped = withFieldValues(values);
  const groups = Object.keys(grouped).filter((key) => isRecord(grouped[key]));
  const flat = flattenedParts(grouped, groups, declared);
  const ofGroups = Object.keys(flat).filter((key) => !Object.hasOwn(grouped, key));
  return compact(inOrder(flat, [...FIRST, ...ofGroups]));
}

/** The same values, with these keys first. */
function inOrder(values: Output, keys: readonly string[]): Output {
  const first = keys.map((key) => [key, values[key]] as const);
  return { ...Object.fromEntries(first), ...values };
}

/**
 * The values with each field once, although a request has the designer's fields in two groups. Validity dates are sent
 * with the field values, but are shown separately.
 */
function withFieldValues({ templateFields, ...others }: Output): Output {
  const { validFrom, validUntil, ...ofFields } = isRecord(templateFields) ? templateFields : {};
  const customFields = isRecord(others.customFields) ? others.customFields : {};
  return {
    ...others,
    ...compact({ validFrom, validUntil }),
    templateFields: withoutCopies(ofFields, customFields),
  };
}

/**
 * A simplified preview, or a preview with the chosen fields: it omits fields that only the raw data has. Values that
 * would be sent stay, even if a result omits them.
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
