/**
 * A preview of an item: its run with a client that only reads, up to the first request that would change or send
 * something. The result is that request, flat like the output of a run, with what it `wouldBe`.
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
      if (thrown instanceof PreviewStop) return describeRequest(operation, context, plan, thrown);
      throw thrown;
    },
  );
}

/** What a request would do, and its values. Those that the operation adds to it come last, because they decide. */
async function describeRequest(
  operation: Operation,
  context: Context,
  plan: unknown,
  { call, pass, details: known }: PreviewStop,
): Promise<Output> {
  const { preview } = operation;
  const declared = outputFields(operation);
  const endpoint = call.endpoint as EndpointKey;
  const details: Output = { ...(await preview?.details?.(context, plan as never)), ...known };
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

/** The values of a request: several passes as a list, a single one beside its recipient, a design flat. */
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

/** What people look for first: what would happen, to whom. */
const FIRST = ['wouldBe', 'externalId', 'email', 'phone'];

/**
 * Values without objects: first what people look for, then the values of fields, then all others. So
 * `{ name, templateFields: { balance: 5 }, email }` becomes `{ email, balance: 5, name }`.
 */
function flatValues(values: Output, declared: OutputFields): Output {
  const grouped = withFieldValues(values);
  const groups = Object.keys(grouped).filter((key) => isRecord(grouped[key]));
  const flat = flattenedParts(grouped, groups, declared);
  const ofGroups = Object.keys(flat).filter((key) => !Object.hasOwn(grouped, key));
  return compact(inOrder(flat, [...FIRST, ...ofGroups]));
}

/** The same values, those with these keys first. */
function inOrder(values: Output, keys: readonly string[]): Output {
  const first = keys.map((key) => [key, values[key]] as const);
  return { ...Object.fromEntries(first), ...values };
}

/**
 * The values with each field once, although a request has those of the designer in two groups. The dates of validity
 * are in the group of fields, but are none.
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
