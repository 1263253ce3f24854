import type { InputFields } from '../shared/fields';
import { OPERATIONS } from '../shared/operations';
import type { Operation, ZapierNames } from '../shared/operations/operation';
import { TRIGGERS } from '../shared/triggers';
import type { Trigger } from '../shared/triggers/trigger';

/** An operation that Zapier offers. */
export type OfferedOperation = Operation & { zapier: ZapierNames };

/** The declared operations of one kind, in the declared order. There is no other list. */
export function offered(kind: ZapierNames['kind']): OfferedOperation[] {
  return OPERATIONS.filter(isOffered).filter(({ zapier }) => zapier.kind === kind);
}

function isOffered(operation: Operation): operation is OfferedOperation {
  return operation.zapier !== undefined;
}

/** An event that Zapier offers. */
export type OfferedTrigger = Trigger & { zapier: NonNullable<Trigger['zapier']> };

/** The declared events, in the declared order. */
export const OFFERED_TRIGGERS: readonly OfferedTrigger[] = TRIGGERS.filter(
  (trigger): trigger is OfferedTrigger => trigger.zapier !== undefined,
);

/** What a step asks for: not what only makes sense where state is kept between polls. */
export function shownInputs({ input, stateful = [] }: Trigger): InputFields {
  return Object.fromEntries(Object.entries(input).filter(([key]) => !stateful.includes(key)));
}

/** The inputs of everything that Zapier offers. */
export const OFFERED_INPUTS: readonly InputFields[] = [
  ...OPERATIONS.filter(isOffered).map(({ input }) => input),
  ...OFFERED_TRIGGERS.map(shownInputs),
];

/** Lets a person add a search step for an ID, where that search is declared. */
export function searchConnector(search: string): { search?: string } {
  const declared = offered('search').some(({ zapier }) => zapier.key === search);
  return declared ? { search: `${search}.id` } : {};
}
