/** Reasons not to trust a list: it may be incomplete, or belong to another template. */

import { looseExternalId } from '../../../service/externalIds';
import { firstDifference, quoted } from '../../../service/text';
import { counted } from '../../../service/wording';
import type { ListDoubt, ListRun } from '../../operation';
import { externalIdsOf } from './listInput';
import type { MaxVoid } from './maxVoid';

/** A form or a webhook delivers a single person, not a list. */
export function singleRow({ items }: ListRun): ListDoubt | undefined {
  if (items.length > 1) return undefined;
  return { message: 'the run has a single row', fix: 'All rows of the list must be in one run.' };
}

/**
 * Finds refused items, and items that may be one person: they have the same external ID, or IDs that differ only in
 * spelling, and no pass yet. If only one of two spellings had a pass, the item with the other one was refused.
 */
export function doubtfulItems(
  run: ListRun,
  hasPass: (externalId: string) => boolean,
): ListDoubt | undefined {
  const { items } = run;
  const refused = items.filter(({ failedToPrepare }) => failedToPrepare).length;
  if (refused > 0) {
    return {
      message: `${refused} of ${items.length} items ${refused === 1 ? 'is' : 'are'} refused`,
      fix: 'Fix them and run this again with the complete list.',
    };
  }
  const seen = new Set<string>();
  const idByLooseId = new Map<string, string>();
  for (const externalId of externalIdsOf(items)) {
    const looseId = looseExternalId(externalId);
    const other = seen.has(externalId) ? externalId : idByLooseId.get(looseId);
    if (other !== undefined && (other === externalId || !hasPass(externalId))) {
      const fix = 'Give each item its own external ID';
      if (other === externalId) {
        return { message: `several items have the external ID ${quoted(other)}`, fix: `${fix}.` };
      }
      return {
        message: `several items have the external ID ${quoted(other)} and ${quoted(externalId)}`,
        fix: `${fix}. These two differ in ${firstDifference(other, externalId)}.`,
      };
    }
    seen.add(externalId);
    idByLooseId.set(looseId, externalId);
  }
  return undefined;
}

export function noMatch(validCount: number): ListDoubt {
  return {
    message: `no item has a pass, although the template has ${counted(validCount, 'valid pass', 'valid passes')}`,
    fix: "Check 'Template' and 'External ID': the list probably belongs to another template, or its IDs are in another column. To issue the first passes of a list, set 'Passes Not in the List' to Keep.",
  };
}

/** Refuses to void more passes than 'Max Passes to Void' allows. */
export function tooMany(
  count: number,
  validCount: number,
  maxVoid: MaxVoid | undefined,
): ListDoubt | undefined {
  if (count <= (maxVoid?.limitFor(validCount) ?? 0)) return undefined;
  const share = Math.round((count / validCount) * 100);
  return {
    message: `${count} of ${counted(validCount, 'pass is', 'passes are')} not in the list (${share}%), and 'Max Passes to Void' is ${maxVoid?.text ?? '0'}`,
    fix: "A list can be too short because of a filter, a page limit, or a sheet that was not read to its end. Check it, or set 'Passes Not in the List' to Report to see the passes. If the list is right, raise 'Max Passes to Void'.",
  };
}

export const UNKNOWN_ITEM: ListDoubt = {
  message: 'an item was refused for its external ID, or for an input that all items share',
  fix: 'Fix the items that failed, and run this again with the complete list.',
};
