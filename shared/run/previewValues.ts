/** The values of a request as a preview shows them: flat, each field once, in the order in which people look for them. */

import type { WouldSend } from '../operations/previewClient';
import { withoutMirrored } from '../design/listedValues';
import { type Output, type OutputFields, flatDesign, flattenedParts } from '../fields/output';
import { type Operation, outputFields } from '../operations/operation';
import { compact, isRecord } from '../runtime/records';

/** The values of a request: several passes as a list, a single one beside its recipient, a design flat. */
export function requestValues({ query, json }: WouldSend['call'], declared: OutputFields): Output {
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
export function flatValues(values: Output, declared: OutputFields): Output {
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
    templateFields: withoutMirrored(ofFields, customFields),
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
