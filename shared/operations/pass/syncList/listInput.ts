/** What Sync List reads of its items before it sends them. */

import type { ListItem } from '../../operation';
import type { MaxVoid } from './maxVoid';

/** The passes that a list is about. */
export interface ListScope {
  templateId: string;
  prefix: string;
}

/** The inputs of an item that the list depends on. Refused inputs are absent. */
type ListInput = Partial<
  ListScope & VoidLimits & { externalId: string; email: string; missing: string }
>;

/** Limits on the passes that a list may void. */
export interface VoidLimits {
  /** If `undefined`, no pass may be voided. */
  maxVoid: MaxVoid | undefined;
  /** Passes that were issued within this many hours are reported, not voided. If `undefined`, so are all. */
  graceHours: number | undefined;
}

/** The inputs of an item. */
export function inputOf({ values }: ListItem): ListInput {
  return values;
}

/** The external IDs of all items; empty for an item whose ID was refused. */
export function externalIdsOf(items: readonly ListItem[]): string[] {
  return items.map((item) => inputOf(item).externalId ?? '');
}
