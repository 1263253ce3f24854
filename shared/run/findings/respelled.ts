import { quoted } from '../../service/text';
import { counted, listed } from '../../service/wording';
import type { EndedRun, Finding } from './finding';

/** Longer lists are cut. */
const MAX_LISTED = 10;

/** Items of a complete list with a pass of their own, or that get one, although the template has another that may be theirs. */
export function findRespelled({ context }: EndedRun): Finding | undefined {
  const { respelled } = context.notes;
  if (respelled.length === 0) return undefined;
  const pairs = listed(
    respelled,
    MAX_LISTED,
    ({ item, pass }) => `${quoted(item)} and ${quoted(pass)}`,
  );
  const line = `${counted(respelled.length, 'external ID')} of the list and of a pass differ only in spelling: ${pairs}. To the service, these are two passes. If it is one person, correct the list, and void a pass that is too many.`;
  return { about: 'respelled', items: [], lines: [line] };
}
