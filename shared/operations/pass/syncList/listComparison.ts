/** Finds the passes of a template that no item of a list has. */

import { groupBy } from '../../../runtime/records';
import { looseExternalId } from '../../../service/externalIds';
import { passStatus } from '../../../service/passStatus';
import type { PassRow } from '../../../service/schemas';
import type { Context } from '../../context';
import type { ListDoubt, ListItem } from '../../operation';
import { type ListScope, externalIdsOf } from './listInput';

/** A valid pass of the snapshot whose external ID no item has. */
export interface PassNotInList {
  row: PassRow & { externalId: string };
  /** IDs of other passes with the same external ID, perhaps in another spelling. */
  duplicates: readonly string[];
}

/** Result of comparing a list with the snapshot. */
interface Comparison {
  notInList: PassNotInList[];
  /** The valid passes that the list is about. */
  validCount: number;
  /** Set if the snapshot may lack passes. */
  incomplete: ListDoubt | undefined;
}

/**
 * Only passes of the snapshot can be missing from a list, because its author could not know later passes. If a pass
 * differs from an item only in spelling and the item has its own pass, a note is added: both may belong to the same
 * person.
 */
export async function compareWithSnapshot(
  { client, passes, notes }: Context,
  items: readonly ListItem[],
  { templateId, prefix }: ListScope,
): Promise<Comparison> {
  const list = passes.list(templateId);
  const { rows, total } = await list.readAll();
  const now = client.clock.now();
  const validRows = rows.filter(
    (row): row is PassNotInList['row'] =>
      row.externalId?.startsWith(prefix) === true &&
      looseExternalId(row.externalId) !== '' &&
      passStatus(row, now) === 'valid',
  );
  const itemIds = new Set(externalIdsOf(items));
  const itemIdByLooseId = new Map([...itemIds].map((id) => [looseExternalId(id), id]));
  const notInList = new Map<string, PassNotInList>();
  for (const row of validRows) {
    const { externalId } = row;
    if (itemIds.has(externalId)) continue;
    const looseId = looseExternalId(externalId);
    const itemId = itemIdByLooseId.get(looseId);
    const newer = notInList.get(looseId);
    if (itemId === undefined) {
      notInList.set(looseId, newer ? withDuplicates(newer, [row]) : { row, duplicates: [] });
    } else if (list.cache.rowsWith(itemId).length > 0) {
      notes.push({ code: 'respelled', externalId: itemId, other: externalId });
    }
  }
  const incomplete =
    rows.length >= total
      ? undefined
      : {
          message: `${rows.length} of ${total} passes could be read`,
          fix: 'Run this again later.',
        };
  return { notInList: [...notInList.values()], validCount: validRows.length, incomplete };
}

/** Separates the passes that somebody has issued again since the list was read, with the new passes as duplicates. */
export async function splitIssuedAgain(
  context: Context,
  passes: readonly PassNotInList[],
): Promise<{ certain: PassNotInList[]; issuedAgain: PassNotInList[] }> {
  const [first] = passes;
  const newRows = first ? await context.passes.list(first.row.templateId).readNewSinceAll() : [];
  const newById = groupBy(newRows, ({ externalId }) => looseExternalId(externalId ?? ''));
  const issuedAgain: PassNotInList[] = [];
  const certain = passes.filter((pass) => {
    const again = newById.get(looseExternalId(pass.row.externalId));
    if (again) issuedAgain.push(withDuplicates(pass, again));
    return !again;
  });
  return { certain, issuedAgain };
}

function withDuplicates(pass: PassNotInList, rows: readonly PassRow[]): PassNotInList {
  return { ...pass, duplicates: [...pass.duplicates, ...rows.map(({ id }) => id)] };
}
