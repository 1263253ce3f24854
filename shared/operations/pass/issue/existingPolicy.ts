/** How an item treats an existing pass: which values the pass gets, and whether it becomes valid again. */

import { isValidity } from '../../../design/fields';
import { undefinedIfEmpty } from '../../../runtime/records';
import type { PassChanges } from '../../../service/requests';

/** What the item wants if its pass already exists. */
export interface ExistingPolicy {
  /** The values to write to an existing pass. Empty if nothing may be written. */
  changes: PassChanges;
  /** Values of the item that an existing pass does not get, because they change through use. */
  unwrittenValues: PassChanges;
  /** The changes plus the values that make the pass valid. `undefined` leaves it voided or expired. */
  reactivation?: PassChanges | undefined;
  /** Whether to send nothing to a pass that already has all values. */
  skipUnchanged: boolean;
  /** Whether an existing pass is an error. */
  mustBeNew?: boolean;
}

/** Values that change through use. */
type LiveValue = 'balance' | 'stamps' | 'validity';

/**
 * Splits the values of an item for an existing pass, which keeps its balance, stamps and validity, except those in
 * `overwritten` (docs/service.md#repeated-syncs-overwrite-live-values).
 * @returns `unwrittenValues`: the values that the pass does not get
 */
export function changesToExisting(
  { collectedStamps, templateFields = {}, ...others }: PassChanges,
  overwritten: readonly LiveValue[],
): Pick<ExistingPolicy, 'changes' | 'unwrittenValues'> {
  const isKept = (id: string) => {
    const value = id === 'balance' ? 'balance' : isValidity(id) ? 'validity' : undefined;
    return value !== undefined && !overwritten.includes(value);
  };
  const values = Object.entries(templateFields);
  const groupOf = (entries: typeof values) => undefinedIfEmpty(Object.fromEntries(entries));
  const stamps = { collectedStamps };
  const getsStamps = overwritten.includes('stamps');
  return {
    changes: {
      ...others,
      ...(getsStamps && stamps),
      templateFields: groupOf(values.filter(([id]) => !isKept(id))),
    },
    unwrittenValues: {
      ...(!getsStamps && stamps),
      templateFields: groupOf(values.filter(([id]) => isKept(id))),
    },
  };
}

/** Adds the values that make a pass valid again: `isValid: true`, and the validity dates if the item has any. */
export function withReactivation(
  changes: PassChanges,
  { templateFields = {} }: PassChanges,
): PassChanges {
  const dates = Object.entries(templateFields).filter(([id]) => isValidity(id));
  const values = { ...changes.templateFields, ...Object.fromEntries(dates) };
  return { ...changes, isValid: true, templateFields: undefinedIfEmpty(values) };
}
