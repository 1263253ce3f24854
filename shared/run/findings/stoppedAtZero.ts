import { ifBalanceTooLow } from '../../operations/balance/inputs';
import { counted } from '../../service/wording';
import { itemList } from '../itemNames';
import { type EndedRun, type Finding, indexesOf, isPreviewed, outputOf } from './finding';

/** The items that left, or would leave, a balance of 0 and may have asked for more. */
export function findStoppedAtZero({ items, rows }: EndedRun): Finding | undefined {
  const found = items.filter((item) => outputOf(item)?.stoppedAtZero === true);
  if (found.length === 0) return undefined;
  const indexes = indexesOf(found);
  const its = found.length === 1 ? 'its' : 'their';
  const isPreview = found.every(isPreviewed);
  const [stops, maybe] = isPreview
    ? ['would stop', `${its} amount is more than the balance`]
    : ['stopped', `${its} amount may have been more than the balance`];
  const line = `${counted(found.length, 'item')} ${stops} at zero, so ${maybe}: ${itemList(indexes, rows)}. To subtract nothing then, set '${ifBalanceTooLow.label}' to Fail.`;
  return { about: 'stoppedAtZero', items: indexes, lines: [line] };
}
