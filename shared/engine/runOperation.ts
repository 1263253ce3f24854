import { allInvalid, isServiceError, toResult } from '../errors/serviceError';
import type { ServiceError } from '../errors/serviceError';
import type { InputFields, InputsRead, RawInput, ReadContext } from '../fields';
import { UnresolvedValue, readInputs } from '../fields';
import type {
  InputCheck,
  Operation,
  OperationContext,
  OperationResult,
} from '../operations/operation';

/** The inputs of one item, parsed. Only {@link validateItem} checks them against each other and against the service. */
export type ItemInputs = InputsRead<InputFields>;

/**
 * Parses the inputs of one item. Never throws for a bad value. Values that the platform could not resolve
 * are refused, even those of its own settings, which are no inputs of the operation.
 */
export function readItem(operation: Operation, raw: RawInput, context: ReadContext): ItemInputs {
  const inputs = readInputs(operation.input, raw, context);
  const unresolved = Object.entries(raw).flatMap(([key, value]) =>
    value instanceof UnresolvedValue ? [[key, value.failure] as const] : [],
  );
  return { ...inputs, refused: new Map([...inputs.refused, ...unresolved]) };
}

/**
 * Runs everything that can refuse an item before anything is sent, e.g. values that do not fit the
 * design of a template. A check is skipped if one of its inputs could not be parsed.
 * @param isAhead whether other items run between validation and {@link runValidated} of this one
 * @throws {ServiceError} naming every refused input of the item
 */
export async function validateItem(
  { checks = [] }: Operation,
  context: OperationContext,
  { values, refused }: ItemInputs,
  isAhead: boolean,
): Promise<void> {
  const errors: ServiceError[] = [...refused.values()];
  const run = async (check: InputCheck<ItemInputs['values']>) => {
    if (check.inputs.some((key) => refused.has(key))) return;
    const { failure } = await toResult((async () => check.run(context, values))());
    if (failure) errors.push(failure);
  };
  for (const check of checks.filter(({ repeatedByRun }) => !repeatedByRun)) await run(check);
  if (isAhead || errors.length > 0) {
    for (const check of checks.filter(({ repeatedByRun }) => repeatedByRun)) await run(check);
  }
  const invalid = errors.filter(isAboutInput);
  if (invalid.length > 0) throw allInvalid(invalid);
  if (errors[0]) throw errors[0];
}

/** Runs an operation with validated inputs. The output names the IDs that were trimmed. */
export async function runValidated(
  operation: Operation,
  context: OperationContext,
  { values, trimmed }: ItemInputs,
): Promise<OperationResult> {
  const result = await operation.run(context, values);
  return trimmed.length === 0 || Array.isArray(result)
    ? result
    : { ...result, trimmedInputs: trimmed };
}

/**
 * Parses, validates and runs one item, for platforms that run one item at a time and cannot distinguish
 * a repeated run from a new one.
 * @throws {ServiceError}
 */
export async function runOperation(
  operation: Operation,
  context: OperationContext,
  raw: RawInput,
): Promise<OperationResult> {
  const inputs = readItem(operation, raw, context);
  await validateItem(operation, context, inputs, false);
  return await runValidated(operation, context, inputs).catch((thrown: unknown) => {
    throw unsafeToRepeatWithoutKey(operation, raw, thrown);
  });
}

/**
 * Without a value in the idempotency key input, an event gets a generated key that is the same only
 * within this run. A later run would generate another one and count the event again.
 */
function unsafeToRepeatWithoutKey({ input }: Operation, raw: RawInput, thrown: unknown): unknown {
  const keyField = input.idempotencyKey;
  if (!keyField || raw.idempotencyKey !== undefined || !isServiceError(thrown, 'outcomeUnknown')) {
    return thrown;
  }
  return thrown.with({
    safeToRepeat: false,
    hint: `Check the pass in the dashboard before running this again; without a value in '${keyField.label}' it would count twice.`,
  });
}

/** Whether a user can fix the error by changing an input, unlike e.g. a refused API key. */
function isAboutInput({ kind, field }: ServiceError): boolean {
  return kind === 'invalidInput' || field !== undefined;
}
