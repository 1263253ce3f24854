import { OPERATIONS } from '../../shared/operations';
import type { Operation, ZapierNames } from '../../shared/operations/operation';

/** An operation that Zapier offers. */
export type OfferedOperation = Operation & { zapier: ZapierNames };

/** The declared operations of one kind, in the declared order. There is no other list. */
export function offered(kind: ZapierNames['kind']): OfferedOperation[] {
  return OPERATIONS.filter(isOffered).filter(({ zapier }) => zapier.kind === kind);
}

function isOffered(operation: Operation): operation is OfferedOperation {
  return operation.zapier !== undefined;
}

/** Lets a person add a search step for an ID, where that search is declared. */
export function searchConnector(search: string): { search?: string } {
  const declared = offered('search').some(({ zapier }) => zapier.key === search);
  return declared ? { search: `${search}.id` } : {};
}
