/** Operations and triggers that Zapier offers, in declared order. */

import type { InputFields } from '../shared/fields';
import { OPERATIONS } from '../shared/operations';
import type { Operation, ZapierNames } from '../shared/operations/operation';
import { TRIGGERS } from '../shared/triggers';
import type { Trigger } from '../shared/triggers/trigger';

/** An operation that Zapier offers. */
export type ZapierOperation = Operation & { zapier: ZapierNames };
/** A trigger that Zapier offers. */
export type ZapierTrigger = Trigger & { zapier: NonNullable<Trigger['zapier']> };

export const ZAPIER_OPERATIONS: readonly ZapierOperation[] = OPERATIONS.filter(
  (operation): operation is ZapierOperation => operation.zapier !== undefined,
).map((operation) => ({
  ...operation,
  input: zapierInputs(operation.input),
}));

/** Zapier's actions or searches. */
export function zapierOperations(kind: ZapierNames['kind']): ZapierOperation[] {
  return ZAPIER_OPERATIONS.filter(({ zapier }) => zapier.kind === kind);
}

/** Zapier's triggers, without the hidden triggers that fill dropdowns. */
export const ZAPIER_TRIGGERS: readonly ZapierTrigger[] = TRIGGERS.filter(
  (trigger): trigger is ZapierTrigger => trigger.zapier !== undefined,
).map((trigger) => ({ ...trigger, input: zapierInputs(trigger.input) }));

/** The inputs that mean something on Zapier. */
export function zapierInputs(input: InputFields): InputFields {
  return Object.fromEntries(Object.entries(input).filter(([, { needs }]) => needs === undefined));
}
