/**
 * The phases of an item: its inputs are parsed, the pass that it names is found, and its plan is prepared, then sent or
 * previewed.
 */

import { catchServiceError, isServiceError, throwIfAny, settle } from '../errors/serviceError';
import { type InputFields, type ParsedInputs, type RawInput, parseInputs } from '../fields';
import type { Context } from '../operations/context';
import type { Operation, OperationResult } from '../operations/operation';
import { resolvePass } from '../operations/resolvePass';
import { keyWithScopes } from '../http/errorRules';
import { lacksCountryCode } from '../service/contacts';
import type { ExternalIdRef, PassLookup, PassRef } from '../service/requests';
import { previewItem } from './preview';

/** The inputs of one item, parsed. Only {@link prepareItem} checks them against each other and the service. */
export type ItemInputs = ParsedInputs<InputFields>;

/** An item that may be sent. */
export interface PreparedItem {
  context: Context;
  /** The parsed input, with the pass that it names. */
  input: ItemInputs['values'];
  /** Result of the operation's `prepare`. */
  plan: unknown;
  /** Labels of the IDs that had spaces around them. */
  trimmed: string[];
  /** Whether to show what would be sent, without sending anything. */
  isPreview: boolean;
}

/**
 * Runs all phases of an item, for platforms that run one item at a time.
 * @throws {import('../errors/serviceError').ServiceError}
 */
export async function runPhases(
  operation: Operation,
  context: Context,
  raw: RawInput,
): Promise<OperationResult> {
  const inputs = parseItem(operation, raw, context);
  return await runPrepared(operation, await prepareItem(operation, inputs, context));
}

/**
 * Parses all inputs of an operation; never throws for a bad value. A preview needs no confirmation, because it sends
 * nothing.
 */
export function parseItem({ input }: Operation, raw: RawInput, context: Context): ItemInputs {
  const inputs = parseInputs(input, raw, context);
  if (isPreview(inputs)) {
    for (const [key, { kind }] of Object.entries(input)) {
      if (kind === 'confirmation') inputs.errors.delete(key);
    }
  }
  return inputs;
}

/** Whether an item only shows what would be sent. */
export function isPreview({ values }: ItemInputs): boolean {
  return values.previewOnly === true;
}

/**
 * The input that tells whom an item is about, as a record: the external ID, or else a contact; empty if the item has
 * neither, or it could not be read.
 */
export function identifyingInput(values: ItemInputs['values']): Record<string, string> {
  const names = { ...values, ...namedPass(values) } as Record<string, unknown>;
  const key = ['externalId', 'contact', 'email', 'phone'].find((one) => names[one] !== undefined);
  return key === undefined ? {} : { [key]: String(names[key]) };
}

/** The pass that an item names, or how to find it. */
export function namedPass(values: ItemInputs['values']): PassRef | PassLookup | undefined {
  return values.pass as PassRef | PassLookup | undefined;
}

/** The external IDs that an item looks up; none if an input that they depend on was refused. */
export function readIdsToLookUp(
  operation: Operation,
  inputs: ItemInputs,
): readonly ExternalIdRef[] {
  let refs: readonly ExternalIdRef[] = [];
  catchServiceError(() => {
    refs = operation.idsToLookUp?.(withThrowingGetters(inputs)) ?? [];
  });
  return refs;
}

/**
 * Resolves and checks everything before anything is sent, e.g. values that do not fit the design of a template.
 * @throws {import('../errors/serviceError').ServiceError} naming every refused input of the item
 */
export async function prepareItem(
  operation: Operation,
  inputs: ItemInputs,
  context: Context,
): Promise<PreparedItem> {
  const found = await findNamedPass(operation, inputs, context);
  const { errors, trimmed } = found;
  const input = withThrowingGetters(found);
  const plan = await makePlan(operation, context, input).catch((thrown: unknown) => {
    throwIfAny([...errors.values(), isServiceError(thrown) ? thrown : undefined]);
    throw thrown;
  });
  throwIfAny([...errors.values()]);
  noteMissingCountryCode(operation, context, input);
  return { context, input, plan, trimmed, isPreview: isPreview(inputs) };
}

async function makePlan(
  operation: Operation,
  context: Context,
  input: ItemInputs['values'],
): Promise<unknown> {
  if (!operation.prepare) return input;
  try {
    return await operation.prepare(context, input);
  } catch (thrown) {
    throw withAllScopes(operation, thrown);
  }
}

function noteMissingCountryCode(
  { effect }: Operation,
  { notes }: Context,
  { phone }: { phone?: string },
): void {
  const isStored = effect === 'send' || effect === 'write';
  if (isStored && phone && lacksCountryCode(phone)) notes.push({ code: 'noCountryCode' });
}

/** The inputs with the pass that was found, or with the reason why it was not found. */
async function findNamedPass(
  { input }: Operation,
  inputs: ItemInputs,
  context: Context,
): Promise<ItemInputs> {
  const pass = namedPass(inputs.values);
  if (pass?.by !== 'lookup' || input.pass?.kind !== 'passRef') return inputs;
  const { value, failure } = await settle(resolvePass(context, pass, input.pass.contactMatches));
  return {
    ...inputs,
    values: { ...inputs.values, pass: value },
    errors: failure ? new Map([...inputs.errors, ['pass', failure]]) : inputs.errors,
  };
}

/**
 * The values, with getters that throw the error of a refused input. So `prepare` reports everything that it can check
 * without that input, and no errors that follow from its absence.
 */
function withThrowingGetters({ values, errors }: ItemInputs): ItemInputs['values'] {
  if (errors.size === 0) return values;
  const guardedValues = { ...values };
  for (const [key, error] of errors) {
    const get = (): never => {
      throw error;
    };
    Object.defineProperty(guardedValues, key, { get, enumerable: true });
  }
  return guardedValues;
}

/** Lets the error of a missing scope ask for all scopes that the operation needs, to get them in one go. */
function withAllScopes({ scopes }: Operation, thrown: unknown): unknown {
  if (!isServiceError(thrown, 'missingScope') || thrown.scope === undefined) return thrown;
  const { scope, fix } = thrown;
  const all = [...new Set<string>([...scopes, scope])];
  return thrown.with({ fix: fix.replace(keyWithScopes([scope]), keyWithScopes(all)) });
}

/**
 * Sends or previews an item as prepared. The output names the IDs that were trimmed.
 * @throws {import('../errors/serviceError').ServiceError}
 */
export async function runPrepared(
  operation: Operation,
  { context, plan, trimmed, isPreview }: PreparedItem,
): Promise<OperationResult> {
  const running = isPreview ? previewItem(operation, context, plan) : operation.run(context, plan);
  const result = await running.catch((thrown: unknown) => {
    throw withAllScopes(operation, thrown);
  });
  return trimmed.length === 0 || Array.isArray(result)
    ? result
    : { ...result, trimmedInputs: trimmed };
}
