/** What an item asks for if its pass exists: which of its values that one gets, and whether it becomes valid again. */

import { isValidity } from '../../../design/fields';
import type { PassChanges } from '../../../service/requests';
import { nonEmpty } from '../fieldGroups';

/** What is to be done for the pass of an item if that exists. */
export interface ExistingPolicy {
  /** What it gets; empty: nothing. */
  changes: PassChanges;
  /** What it keeps instead of the values of the item, because it changes through use. */
  keptValues: PassChanges;
  /** The changes, which also make it valid; `undefined`: it stays voided or expired. */
  reactivation?: PassChanges | undefined;
  /** Whether nothing is sent to a pass that has all values. */
  skipUnchanged: boolean;
  /** Whether none may exist. */
  mustBeNew?: boolean;
}

/** Values that change through use. */
type LiveValue = 'balance' | 'stamps' | 'validity';

/**
 * Leaves balance, stamps and validity of an existing pass alone, but for those that it is to get
 * (docs/service.md#repeated-syncs-overwrite-live-values).
 * @returns `kept`: the values that it does not get
 */
export function changesToExisting(
  { collectedStamps, templateFields = {}, ...others }: PassChanges,
  overwritten: readonly LiveValue[],
): { changes: PassChanges; kept: PassChanges } {
  const isKept = (id: string) => {
    const value = id === 'balance' ? 'balance' : isValidity(id) ? 'validity' : undefined;
    return value !== undefined && !overwritten.includes(value);
  };
  const values = Object.entries(templateFields);
  const groupOf = (entries: typeof values) => nonEmpty(Object.fromEntries(entries));
  const stamps = { collectedStamps };
  const getsStamps = overwritten.includes('stamps');
  return {
    changes: {
      ...others,
      ...(getsStamps && stamps),
      templateFields: groupOf(values.filter(([id]) => !isKept(id))),
    },
    kept: {
      ...(!getsStamps && stamps),
      templateFields: groupOf(values.filter(([id]) => isKept(id))),
    },
  };
}

/** The changes, which also make a pass valid again: with the period of validity, if the values have one. */
export function reactivating(
  changes: PassChanges,
  { templateFields = {} }: PassChanges,
): PassChanges {
  const dates = Object.entries(templateFields).filter(([id]) => isValidity(id));
  const values = { ...changes.templateFields, ...Object.fromEntries(dates) };
  return { ...changes, isValid: true, templateFields: nonEmpty(values) };
}
