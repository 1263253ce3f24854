import { withStamps, withValidity } from '../design/fields';
import type { RefTarget } from '../fields';
import type { ServiceClient } from '../http/client';
import { pickApiKeys } from './apiKeys';
import { pickBadgeHolders, pickBadgePasses, pickBadges } from './badges';
import type { PickerPage, PickerQuery } from './picker';
import { fieldPicker } from './templateFields';

/** Lists one kind of object for a dropdown. */
interface Picker {
  /** Title Case. */
  noun: string;
  plural: string;
  /** What an ID looks like, if it looks special. */
  exampleId?: string;
  /** @throws {import('../errors/serviceError').ServiceError} `missingScope`, ... */
  pick: (client: ServiceClient, query: PickerQuery) => Promise<PickerPage>;
}

/** The picker of each kind of object that a `ref` input refers to. */
export const PICKERS: Record<RefTarget, Picker> = {
  badge: { noun: 'Badge', plural: 'Badges', pick: pickBadges },
  badgeHolder: { noun: 'Badge Holder', plural: 'Badge Holders', pick: pickBadgeHolders },
  badgePass: { noun: 'Badge Pass', plural: 'Badge Passes', pick: pickBadgePasses },
  apiKey: { noun: 'Key', plural: 'Keys', pick: pickApiKeys },
  templateField: {
    noun: 'Field',
    plural: 'Fields',
    exampleId: 'memberSince',
    pick: fieldPicker(({ fields }) => fields),
  },
  dateField: {
    noun: 'Date Field',
    plural: 'Date Fields',
    exampleId: 'memberSince',
    pick: fieldPicker(withValidity),
  },
  valueField: {
    noun: 'Value Field',
    plural: 'Value Fields',
    exampleId: 'balance',
    pick: fieldPicker(withStamps),
  },
};
