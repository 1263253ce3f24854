import { ifNotValid, upsertInputs } from '../../operations/pass/upsert';
import { reactivate } from '../../operations/pass/reactivate';
import { counted } from '../../service/wording';
import { itemList } from '../itemNames';
import { type EndedRun, type Finding, hasExisted, indexesOf, outputOf } from './finding';

/** The items whose pass exists, but is voided or has expired, and stays so: nothing else shows it. */
export function findNotValid({ operation, items, rows }: EndedRun): Finding | undefined {
  const found = items.filter((item) => {
    const status = outputOf(item)?.status;
    return hasExisted(item) && (status === 'voided' || status === 'expired');
  });
  if (found.length === 0) return undefined;
  const indexes = indexesOf(found);
  const fix =
    'ifNotValid' in operation.input
      ? `set '${ifNotValid.label}' to Reactivate`
      : `use '${reactivate.label}'`;
  const hasExpired = found.some((item) => outputOf(item)?.status === 'expired');
  const end = hasExpired
    ? `. One that has expired also needs a '${upsertInputs.validUntil.label}' in the future`
    : '';
  const line = `${counted(found.length, 'item has', 'items have')} a voided or expired pass, which stays so: ${itemList(indexes, rows)}. To make it valid again, ${fix}${end}.`;
  return { about: 'notValid', items: indexes, lines: [line] };
}
