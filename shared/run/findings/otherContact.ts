/** Whether a pass that existed before the run has another contact than the item that found it. */

import { findByContact } from '../../api/findByContact';
import type { Output } from '../../fields/output';
import type { Context } from '../../operations/context';
import { externalIdKey } from '../../operations/serialBy';
import { type Channel, isSameContact } from '../../service/contacts';
import type { ExternalIdRef } from '../../service/passRef';
import type { PassRow } from '../../service/schemas';
import type { RunItem } from '../runItem';
import { outcomeOf, outputOf, wasUpdated } from './finding';

/** The contacts that an item gives. */
type Contacts = Partial<Record<Channel, string>>;

/** A pass of an item. */
interface FoundPass {
  ref: ExternalIdRef;
  /** Unknown in a preview that did not look it up. */
  passId: string | undefined;
}

/** The external IDs that the run issued, each with its template, or that a preview would issue. */
export function issuedKeys(items: readonly RunItem[]): ReadonlySet<string> {
  return new Set(
    items.flatMap((item) => (outcomeOf(item) === 'created' ? item.refs.map(externalIdKey) : [])),
  );
}

/**
 * The contact of an item that one of its passes does not have; `undefined` if none differs, or nothing shows it.
 * @param issued by the run: their items have the same contacts, or they would have been refused
 * @throws {ServiceError} if a search fails
 */
export async function otherContact(
  context: Context,
  item: RunItem,
  issued: ReadonlySet<string>,
): Promise<Channel | undefined> {
  const given = (item.inputs?.values ?? {}) as Contacts;
  for (const pass of passesOf(item)) {
    if (issued.has(externalIdKey(pass.ref))) continue;
    const rows = await context.passes.of(pass.ref.templateId).list.rowsOf(pass.ref.externalId);
    const row = rows.length > 1 ? rows.find(({ id }) => id === pass.passId) : rows[0];
    const channel = row
      ? differenceInRow(row, given)
      : await differenceBySearch(context, pass, item, given);
    if (channel) return channel;
  }
  return undefined;
}

/** The output of an item is its pass, or has a list of them in the order of its external IDs. */
function passesOf(item: RunItem): FoundPass[] {
  const output = outputOf(item);
  const passes = (output?.passes ?? [output]) as (Output | undefined)[];
  return item.refs.map((ref, i) => ({ ref, passId: passes[i]?.id as string | undefined }));
}

/** Where the list was read, its row has the contacts of before the run. The first contact that both have decides. */
function differenceInRow(row: PassRow, given: Contacts): Channel | undefined {
  const channel = (['email', 'phone'] as const).find((one) => row[one] && given[one]);
  return channel && !isSameContact(channel, row[channel], given[channel]) ? channel : undefined;
}

/**
 * A lookup returns no contact. So where the list was not read, one search shows whether the email of the item, or without
 * one its phone number, leads to the pass.
 */
async function differenceBySearch(
  { client }: Context,
  { ref, passId }: FoundPass,
  item: RunItem,
  { email, phone }: Contacts,
): Promise<Channel | undefined> {
  const contact = email ?? phone;
  // An updated pass has the contacts of the item by now.
  if (passId === undefined || contact === undefined || wasUpdated(item)) return undefined;
  const found = await findByContact(client, ref.templateId, contact, 'all');
  if (found.some(({ id }) => id === passId)) return undefined;
  return email === undefined ? 'phone' : 'email';
}
