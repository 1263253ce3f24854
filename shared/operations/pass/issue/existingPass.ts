/** The pass that an item means, if it exists: which one it is, and what its item may not expect of it. */

import type { Output } from '../../../fields/output';
import { compact } from '../../../runtime/records';
import { type Channel, isSameContact } from '../../../service/contacts';
import { type ExternalIdRef, NOT_ISSUED_YET, type PassRef } from '../../../service/requests';
import { passStatus } from '../../../service/passStatus';
import type { PassRow } from '../../../service/schemas';
import type { Context } from '../../context';
import { type Decision, type Wanted, decide, rowMeant } from './decision';

/** What is done about a pass, and which one it is. */
export interface DecidedPass {
  decision: Decision;
  /** How the service finds it. */
  pass: PassRef;
  /** Its row in the list, if that was read. */
  row: PassRow | undefined;
}

/**
 * Decides what to do about the pass with the external ID, from what the list of passes says. Unless that is to issue
 * it, there may still be none: only a lookup, or the change itself, shows it.
 * @throws {ServiceError} see {@link rowMeant}
 */
export async function decideFor(
  { client, passes }: Context,
  ref: ExternalIdRef,
  wanted: Wanted,
): Promise<DecidedPass> {
  const now = client.clock.now();
  const index = passes.of(ref.templateId);
  const { isAbsent, rows, isCurrent } = await index.lookUp(ref.externalId);
  const row = rowMeant(rows, ref, wanted, now);
  return {
    decision: decide({ isAbsent, row: isCurrent ? row : undefined }, wanted, now),
    // Of several, the service would take the first that it finds.
    pass: row && rows.length > 1 ? { by: 'id', passId: row.id } : { by: 'externalId', ...ref },
    row,
  };
}

/** The contacts that an item gives. */
type Contacts = Partial<Record<Channel, string>>;

/** A pass that existed, as far as the run knows it. */
interface ExistingPass {
  ref: ExternalIdRef;
  /** `undefined` in a preview that has not looked it up. */
  passId: string | undefined;
  /** Its row as it was before the run, if the list was read. */
  row?: PassRow | undefined;
  /** What was decided about it. Default: it stays as it is. */
  decision?: Decision;
  /** Whether it has the values of its item by now. */
  isUpdated?: boolean;
}

/** What the output says of a pass that existed, with a note on each thing that a person should know. */
export async function existingOutput(
  context: Context,
  pass: ExistingPass,
  contacts: Contacts,
): Promise<Output> {
  const { notes, client } = context;
  const decision: Partial<Decision> = pass.decision ?? {};
  const { action = 'return', notWritten, sentEveryTime } = decision;
  const { channel, row } = await compareContact(context, pass, contacts);
  const staysAsItIs = action === 'return' || action === 'skip';
  const compared = row && staysAsItIs ? passStatus(row, client.clock.now()) : undefined;
  const status = decision.status ?? compared;
  if (channel) notes.push({ code: 'otherContact', channel, isUpdated: pass.isUpdated === true });
  if (status && status !== 'valid') notes.push({ code: 'notValid', status });
  if (notWritten) notes.push({ code: 'notWritten', inputs: notWritten });
  if (sentEveryTime) notes.push({ code: 'sentEveryTime', inputs: sentEveryTime });
  return compact({ status, contactDiffers: channel ? true : undefined, notWritten });
}

/**
 * Compares the contact of an item with its pass. A lookup returns no contact, so where the list was not read, one search
 * shows whether the email of the item, or without one its phone number, leads to the pass.
 * @returns the contact that the pass does not have; none if nothing shows it
 */
async function compareContact(
  { passes }: Context,
  { ref, passId, row, isUpdated }: ExistingPass,
  contacts: Contacts,
): Promise<{ row?: PassRow | undefined; channel?: Channel | undefined }> {
  const index = passes.of(ref.templateId);
  // Items with one external ID have the same contacts, or they would have been refused.
  if (index.hasIssued(ref.externalId)) return {};
  const rows = await index.listedRowsOf(ref.externalId);
  const known = row ?? rows?.find(({ id }) => id === passId);
  if (known) {
    const channel = (['email', 'phone'] as const).find((one) => known[one] && contacts[one]);
    const isSame = !channel || isSameContact(channel, known[channel], contacts[channel]);
    return { row: known, channel: isSame ? undefined : channel };
  }
  const channel = contacts.email === undefined ? 'phone' : 'email';
  const contact = contacts[channel];
  if (contact === undefined || !passId || passId === NOT_ISSUED_YET || isUpdated) return {};
  // A pass that was not in the list yet has just been issued by another run, for the same person.
  if (rows) return {};
  const found = await passes.searchIfPossible(ref.templateId, contact);
  if (!found) return {};
  const listed = found.find(({ id }) => id === passId);
  return listed ? { row: listed } : { channel };
}
