/** Whether a pass that existed before the run has another contact than the item that found it. */

import { findByContact } from '../../api/findByContact';
import type { Output } from '../../fields/output';
import type { Context } from '../../operations/context';
import { externalIdKey } from '../../operations/serialBy';
import { type Channel, isSameContact } from '../../service/contacts';
import type { ExternalIdRef } from '../../service/requests';
import { passStatus } from '../../service/passStatus';
import type { PassRow } from '../../service/schemas';
import type { RunItem } from '../runItem';
import { outcomeOf, outputOf, wasUpdated } from './finding';

/** Outcomes of a pass that stays as it was. */
const STAYS = new Set<unknown>(['existing', 'unchanged']);

/** The contacts that an item gives. */
type Contacts = Partial<Record<Channel, string>>;

/** A pass of an item. */
interface FoundPass {
  ref: ExternalIdRef;
  /** Its own output, or that of the item. */
  output: Output;
}

/** The external IDs that the run issued, each with its template, or that a preview would issue. */
export function issuedKeys(items: readonly RunItem[]): ReadonlySet<string> {
  return new Set(
    items.flatMap((item) => (outcomeOf(item) === 'created' ? item.refs.map(externalIdKey) : [])),
  );
}

/**
 * Compares the contact of an item with its passes. The outputs say what was found: that one has another contact, and that
 * one is voided or expired.
 * @param issued by the run: their items have the same contacts, or they would have been refused
 * @returns the contact that one of its passes does not have; `undefined` if none differs, or nothing shows it
 * @throws {ServiceError} if a search fails
 */
export async function otherContact(
  context: Context,
  item: RunItem,
  issued: ReadonlySet<string>,
): Promise<Channel | undefined> {
  const given = (item.inputs?.values ?? {}) as Contacts;
  let different: Channel | undefined;
  for (const pass of passesOf(item)) {
    const { ref, output } = pass;
    if (issued.has(externalIdKey(ref))) continue;
    const rows = await context.passes.of(ref.templateId).listedRowsOf(ref.externalId);
    const listed = rows.length > 1 ? rows.find(({ id }) => id === output.id) : rows[0];
    const { row, channel } = listed
      ? { row: listed, channel: differenceInRow(listed, given) }
      : await differenceBySearch(context, pass, item, given);
    if (channel) output.contactDiffers = true;
    if (row && STAYS.has(outcomeOf(item))) {
      output.status ??= passStatus(row, context.client.clock.now());
    }
    different ??= channel;
  }
  return different;
}

/** The output of an item is its pass, or has a list of them in the order of its external IDs. */
function passesOf(item: RunItem): FoundPass[] {
  const output = outputOf(item);
  const passes = (output?.passes ?? [output]) as (Output | undefined)[];
  return item.refs.flatMap((ref, i) => {
    const own = passes[i] ?? output;
    return own ? [{ ref, output: own }] : [];
  });
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
  { ref, output }: FoundPass,
  item: RunItem,
  { email, phone }: Contacts,
): Promise<{ row?: PassRow | undefined; channel?: Channel | undefined }> {
  const contact = email ?? phone;
  const { id: passId } = output;
  // A preview may not have looked it up. An updated pass has the contacts of the item by now.
  if (typeof passId !== 'string' || contact === undefined || wasUpdated(item)) return {};
  const found = await findByContact(client, ref.templateId, contact, 'all');
  const row = found.find(({ id }) => id === passId);
  return row ? { row } : { channel: email === undefined ? 'phone' : 'email' };
}
