import { findByContact } from '../../api/findByContact';
import { toResult } from '../../errors/serviceError';
import type { Output } from '../../fields/output';
import type { Context } from '../../operations/context';
import { externalIdKey } from '../../operations/serialBy';
import { type Channel, isSameContact } from '../../service/contacts';
import type { ExternalIdRef } from '../../service/passRef';
import type { PassRow } from '../../service/schemas';
import { itemList, type ItemRows } from '../itemNames';
import type { RunItem } from '../runItem';
import { type EndedRun, type Finding, hasExisted, indexesOf, outcomeOf, outputOf } from './finding';

type Contacts = Partial<Record<Channel, string | undefined>>;

/** As many of the newest passes are read to see the email of a pass that a search did not find. */
const NEWEST = 1000;

/**
 * The items whose pass existed before the run with another contact: it may be someone else's. A lookup has no contact,
 * so where the list was not read, a search for the item's own contact shows whether it leads to the pass
 * (docs/decisions.md#issuing-and-updating). A failed search ends the comparison: it is not worth an error.
 */
export async function findOtherHolders(run: EndedRun): Promise<Finding | undefined> {
  const { context, rows } = run;
  // Items of one run with the same external ID have the same contacts.
  const created = new Set(
    run.items.flatMap((item) => (outcomeOf(item) === 'created' ? item.refs.map(keyOf) : [])),
  );
  let hasFailed = false;
  const others: Record<Channel, RunItem[]> = { email: [], phone: [] };
  await Promise.all(
    run.items.map(async (item) => {
      if (hasFailed || !hasExisted(item)) return;
      const refs = item.refs.map((ref) => (created.has(keyOf(ref)) ? undefined : ref));
      const { value: channel, failure } = await toResult(otherChannel(context, item, refs));
      hasFailed ||= failure !== undefined;
      if (channel) others[channel].push(item);
    }),
  );
  const isUpdated = (item: RunItem) => outputOf(item)?.outcome === 'updated';
  const byNumber = (items: readonly RunItem[]) => indexesOf(items).sort((a, b) => a - b);
  const found = (
    [
      ['email', otherEmailsText],
      ['phone', otherPhonesText],
    ] as const
  ).flatMap(([channel, textOf]) => {
    const kept = byNumber(others[channel].filter((item) => !isUpdated(item)));
    const updated = byNumber(others[channel].filter(isUpdated));
    return [
      { items: kept, lines: textOf(kept, rows, CHECK_FIRST) },
      { items: updated, lines: textOf(updated, rows, CHECK_AFTER) },
    ];
  });
  const items = found.flatMap((one) => one.items);
  if (items.length === 0) return undefined;
  const lines = found.flatMap((one) => one.lines);
  return { about: 'otherHolders', items, lines: [lines.join(' ')] };
}

function keyOf({ templateId, externalId }: ExternalIdRef): string {
  return externalIdKey(templateId, externalId);
}

/**
 * The contact that shows that a pass of the item may be someone else's.
 * @param refs without those that the run issued
 */
async function otherChannel(
  context: Context,
  item: RunItem,
  refs: readonly (ExternalIdRef | undefined)[],
): Promise<Channel | undefined> {
  const { passes = [outputOf(item)] } = outputOf(item) ?? {};
  for (const [i, ref] of refs.entries()) {
    if (!ref) continue;
    const pass = (passes as Output[])[i];
    const channel = await differentOnPass(context, item, ref, pass?.id as string | undefined);
    if (channel) return channel;
  }
  return undefined;
}

async function differentOnPass(
  { client, passes }: Context,
  item: RunItem,
  ref: ExternalIdRef,
  passId: string | undefined,
): Promise<Channel | undefined> {
  const { email, phone } = (item.inputs?.values ?? {}) as Contacts;
  const { list } = passes.of(ref.templateId);
  const listed = await list.rowOf(ref.externalId);
  if (listed) return firstDifferent(listed, { email, phone });
  // An updated pass has the contacts of the item by now.
  if (passId === undefined || outputOf(item)?.outcome === 'updated') return undefined;

  const leadsToPass = async (contact: string) =>
    (await findByContact(client, ref.templateId, contact)).some(({ id }) => id === passId);
  if (email !== undefined) {
    if (await leadsToPass(email)) return undefined;
    const row = await list.find({ passId, externalId: ref.externalId, newest: NEWEST });
    if (!row) return 'email';
    if (row.email) return firstDifferent(row, { email });
  }
  return phone === undefined || (await leadsToPass(phone)) ? undefined : 'phone';
}

/** The first contact that both have decides. */
function firstDifferent(row: PassRow, given: Contacts): Channel | undefined {
  const channel = (['email', 'phone'] as const).find((one) => row[one] && given[one]);
  return channel && !isSameContact(channel, row[channel], given[channel]) ? channel : undefined;
}

const CHECK_FIRST = {
  one: 'Check the external ID before you send its link or overwrite it.',
  several: 'Check the external IDs before you send their links or overwrite them.',
};
const CHECK_AFTER = {
  one: 'It was updated: check the external ID, and correct the pass if it was the wrong one.',
  several: 'They were updated: check the external IDs, and correct those that were the wrong ones.',
};

function otherEmailsText(
  items: readonly number[],
  rows: ItemRows,
  advice: typeof CHECK_FIRST,
): string[] {
  if (items.length === 0) return [];
  const list = itemList(items, rows);
  return [
    items.length === 1
      ? `1 item has another email than its existing pass: ${list}. The pass may belong to someone else. ${advice.one}`
      : `${items.length} items have another email than their existing passes: ${list}. The passes may belong to other people. ${advice.several}`,
  ];
}

function otherPhonesText(
  items: readonly number[],
  rows: ItemRows,
  advice: typeof CHECK_FIRST,
): string[] {
  if (items.length === 0) return [];
  const list = itemList(items, rows);
  return [
    items.length === 1
      ? `1 item has a phone number that its existing pass does not have: ${list}. The pass has another number, another spelling of it, or none. The pass may belong to someone else. ${advice.one}`
      : `${items.length} items have phone numbers that their existing passes do not have: ${list}. The passes have other numbers, other spellings of them, or none. The passes may belong to other people. ${advice.several}`,
  ];
}
