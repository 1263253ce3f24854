import type { InputFields } from '../fields';
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

/** The inputs of every operation and trigger above. */
export const FLAT_INPUTS: readonly InputFields[] = [
  ...FLAT_OPERATIONS.map(({ input }) => input),
  ...FLAT_TRIGGERS.map(statelessInputs),
];
