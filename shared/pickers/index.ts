import type { RefTarget } from '../fields';
import type { ServiceClient } from '../http/client';
import type { Scope } from '../service/scopes';
import { pickApiKeys } from './apiKeys';
import { pickBadgeHolders, pickBadgePasses, pickBadges } from './badges';
import type { PickerPage, PickerQuery } from './picker';

/** Lists one kind of object for a dropdown. */
interface Picker {
  /** Singular, Title Case. */
  noun: string;
  /** Required to list; shown if the key lacks it. */
  scope: Scope | 'Full access';
  /** @throws {import('../errors/serviceError').ServiceError} `missingScope`, ... */
  pick(client: ServiceClient, query: PickerQuery): Promise<PickerPage>;
}

/** The picker of each kind of object that a `ref` input refers to. */
export const PICKERS: Record<RefTarget, Picker> = {
  badge: { noun: 'Badge', scope: 'badges.viewAll', pick: pickBadges },
  badgeHolder: { noun: 'Badge Holder', scope: 'badges.viewAll', pick: pickBadgeHolders },
  badgePass: { noun: 'Badge Pass', scope: 'badges.viewAll', pick: pickBadgePasses },
  apiKey: { noun: 'Key', scope: 'Full access', pick: pickApiKeys },
};
