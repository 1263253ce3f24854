import type { InputFields, InputsRead, RawInput, ReadContext } from '../fields';
import { readInputs } from '../fields';
import { allInvalid, settled } from '../errors/serviceError';
import type { ServiceError } from '../errors/serviceError';
import type {
  InputCheck,
  Operation,
  OperationContext,
  OperationResult,
} from '../operations/operation';

/** The inputs of one item, read but not yet checked against each other and against the service. */
export type ItemInputs = InputsRead<InputFields>;

/** Reads the inputs of one item; never throws for a bad value. */
export function readItem(operation: Operation, raw: RawInput, context: ReadContext): ItemInputs {
  return readInputs(operation.input, raw, context);
}

/**
 * Everything that can be refused before anything is sent, e.g. by the design of a template. A check is
 * skipped where an input that it is about could not be read.
 * @param isAhead whether other items run before this one; else {@link runChecked} follows at once
 * @returns the complete input
 * @throws {ServiceError} naming every refused input of the item at once
 */
export async function checkedInput(
  { checks = [] }: Operation,
  context: OperationContext,
  { values, refused }: ItemInputs,
  isAhead: boolean,
): Promise<ItemInputs['values']> {
  const failures: ServiceError[] = [...refused.values()];
  const run = async (check: InputCheck<ItemInputs['values']>) => {
    if (check.inputs.some((key) => refused.has(key))) return;
    const { failure } = await settled((async () => check.run(context, values))());
    if (failure) failures.push(failure);
  };
  for (const check of checks.filter(({ repeatedByRun }) => !repeatedByRun)) await run(check);
  if (isAhead || failures.length > 0) {
    for (const check of checks.filter(({ repeatedByRun }) => repeatedByRun)) await run(check);
  }
  const invalid = failures.filter(isAboutInput);
  if (invalid.length > 0) throw allInvalid(invalid);
  if (failures[0]) throw failures[0];
  return values;
}

/** Runs an operation with its checked input; the output names the IDs that were trimmed. */
export async function runChecked(
  operation: Operation,
  context: OperationContext,
  input: ItemInputs['values'],
  { trimmed }: ItemInputs,
): Promise<OperationResult> {
  const result = await operation.run(context, input);
  return trimmed.length === 0 || Array.isArray(result)
    ? result
    : { ...result, trimmedInputs: trimmed };
}

/** A value that a person can change; a refused key, for one, is not. */
function isAboutInput({ kind, field }: ServiceError): boolean {
  return kind === 'invalidInput' || field !== undefined;
}
