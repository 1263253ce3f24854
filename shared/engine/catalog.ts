import type { InputField, InputFields, RefTarget } from '../fields';
import { OPERATIONS } from '../operations';
import type { FlatNames, Operation } from '../operations/operation';
import { TRIGGERS } from '../triggers';
import type { Trigger } from '../triggers/trigger';

/**
 * The operations and triggers of platforms that list single actions, searches and triggers, instead
 * of resources with operations. In the declared order; there is no other list.
 */

export type FlatOperation = Operation & { flat: FlatNames };
export type FlatTrigger = Trigger & { flat: NonNullable<Trigger['flat']> };

const FLAT_OPERATIONS: readonly FlatOperation[] = OPERATIONS.filter(
  (operation): operation is FlatOperation => operation.flat !== undefined,
);

export function flatOperations(kind: FlatNames['kind']): FlatOperation[] {
  return FLAT_OPERATIONS.filter(({ flat }) => flat.kind === kind);
}

export const FLAT_TRIGGERS: readonly FlatTrigger[] = TRIGGERS.filter(
  (trigger): trigger is FlatTrigger => trigger.flat !== undefined,
);

/** The inputs of a trigger on a platform that keeps no state between polls. */
export function statelessInputs({ input, requiresState = [] }: Trigger): InputFields {
  return Object.fromEntries(Object.entries(input).filter(([key]) => !requiresState.includes(key)));
}

export type RefField = InputField & { kind: 'ref' };

/** Objects of the service that inputs refer to by ID, with the inputs that their dropdown depends on. */
export interface UsedRef {
  of: RefTarget;
  parents: InputFields;
}

/** Every kind of object that the operations and triggers above refer to: each needs a dropdown. */
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
