import type { InputField, InputFields, RefTarget } from '../fields';
import { OPERATIONS } from '../operations';
import type { FlatNames, Operation } from '../operations/operation';
import { TRIGGERS } from '../triggers';
import type { Trigger } from '../triggers/trigger';

/**
 * Operations and triggers for flat platforms such as Zapier, which list single actions, searches and
 * triggers instead of resources with operations. In declared order.
 */

/** An operation that flat platforms offer. */
export type FlatOperation = Operation & { flat: FlatNames };
/** A trigger that flat platforms offer. */
export type FlatTrigger = Trigger & { flat: NonNullable<Trigger['flat']> };

const FLAT_OPERATIONS: readonly FlatOperation[] = OPERATIONS.filter(
  (operation): operation is FlatOperation => operation.flat !== undefined,
);

/** The actions or the searches of a flat platform. */
export function flatOperations(kind: FlatNames['kind']): FlatOperation[] {
  return FLAT_OPERATIONS.filter(({ flat }) => flat.kind === kind);
}

/** The triggers of a flat platform. */
export const FLAT_TRIGGERS: readonly FlatTrigger[] = TRIGGERS.filter(
  (trigger): trigger is FlatTrigger => trigger.flat !== undefined,
);

/** The inputs of a trigger on a platform that keeps no state between polls. */
export function statelessInputs({ input, requiresState = [] }: Trigger): InputFields {
  return Object.fromEntries(Object.entries(input).filter(([key]) => !requiresState.includes(key)));
}

/** An input that refers to an object of the service by ID, e.g. a badge holder. */
export type RefField = InputField & { kind: 'ref' };

/** A kind of object that inputs refer to by ID. */
export interface UsedRef {
  of: RefTarget;
  /** Inputs that the dropdown of the object depends on, by key. */
  parents: InputFields;
}

/** All kinds of objects that flat operations and triggers refer to. Each needs a dropdown. */
export function usedRefs(): UsedRef[] {
  const used = new Map<RefTarget, UsedRef>();
  for (const inputs of [
    ...FLAT_OPERATIONS.map(({ input }) => input),
    ...FLAT_TRIGGERS.map(statelessInputs),
  ]) {
    for (const field of Object.values(inputs)) {
      if (field.kind !== 'ref') continue;
      const ref = used.get(field.of) ?? { of: field.of, parents: {} };
      for (const key of field.dependsOn ?? []) {
        const parent = inputs[key];
        if (parent) ref.parents[key] = parent;
      }
      used.set(field.of, ref);
    }
  }
  return [...used.values()];
}
