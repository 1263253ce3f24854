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

/** As many of the newest passes are read to see the email of a pass that a search did not find. */
const NEWEST = 1000;

/**
 * A lookup returns no contact. So where the list was not read, a search for the contact of the item shows whether it
 * leads to the pass:
 *
 *     the email does                                          the same
 *     it does not, and the newest passes do not have the row  another email
 *     the row has an email                                    it decides
 *     the row has none, and the phone does                    the same
 *     the phone does not                                      another phone
 */
async function differenceBySearch(
  { client, passes }: Context,
  { ref, passId }: FoundPass,
  item: RunItem,
  { email, phone }: Contacts,
): Promise<Channel | undefined> {
  // An updated pass has the contacts of the item by now.
  if (passId === undefined || wasUpdated(item)) return undefined;

  const isFoundBy = async (contact: string) =>
    (await findByContact(client, ref.templateId, contact, 'all')).some(({ id }) => id === passId);
  if (email !== undefined) {
    if (await isFoundBy(email)) return undefined;
    const { rowFinder } = passes.of(ref.templateId);
    const row = await rowFinder.find({ passId, externalId: ref.externalId, newest: NEWEST });
    if (!row) return 'email';
    if (row.email) return differenceInRow(row, { email });
  }
  return phone === undefined || (await isFoundBy(phone)) ? undefined : 'phone';
}
