import { remove } from '../../operations/badgeHolder/delete';
import { counted } from '../../service/wording';
import { itemList } from '../itemNames';
import { type EndedRun, type Finding, indexesOf, outcomeOf, outputOf } from './finding';

/** The items that were to remove a person, and left something: it may still open doors. */
export function findNotRemoved({ operation, items, rows }: EndedRun): Finding | undefined {
  if (operation.resource !== remove.resource || operation.key !== remove.key) return undefined;
  const indexesWith = (outcome: string) =>
    indexesOf(items.filter((item) => outcomeOf(item) === outcome));
  const nobody = indexesWith('notFound');
  const invited = indexesWith('stillInvited');
  const left = indexesOf(
    items.filter((item) => outcomeOf(item) !== 'stillInvited' && outputOf(item)?.invitesLeft),
  );
  const text = (indexes: readonly number[], what: string) =>
    indexes.length === 0
      ? []
      : `${counted(indexes.length, 'item')}: ${what}: ${itemList(indexes, rows)}.`;
  const lines = [
    ...[text(nobody, 'nobody was found, so nobody was removed')].flat(),
    ...[text(invited, 'the person has only an invite to a phone number, which still works')].flat(),
    ...[text(left, 'an invite to a phone number is left, which still works')].flat(),
  ];
  return lines.length === 0
    ? undefined
    : { about: 'notRemoved', items: [...nobody, ...invited, ...left], lines };
}
