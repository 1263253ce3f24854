/** The pass that an item means, if it exists: which one it is, and what its item may not expect of it. */

import { ServiceError } from '../../errors/serviceError';
import type { Output } from '../../fields/output';
import { compact } from '../../runtime/records';
import { type Channel, isSameContact } from '../../service/contacts';
import { type ExternalIdRef, NOT_ISSUED_YET, type PassRef } from '../../service/requests';
import { type PassStatus, passStatus } from '../../service/passStatus';
import type { PassRow } from '../../service/schemas';
import { quoted } from '../../service/text';
import { listed } from '../../service/wording';
import type { Context } from '../context';
import { type Decision, type Wanted, decide, lacksEnd } from './decision';
import * as inputs from './inputs';

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

/**
 * The pass that an item means, of all that the list has with its external ID: the only one, or the only valid one.
 * @throws {ServiceError} `conflict` if it could be several, or if it has expired and is to be reactivated without an end
 */
export function rowMeant(
  rows: readonly PassRow[],
  { externalId }: ExternalIdRef,
  { reactivation }: Pick<Wanted, 'reactivation'>,
  now: number,
): PassRow | undefined {
  const valid = rows.filter((row) => passStatus(row, now) === 'valid');
  const [row, ...others] = valid.length === 1 ? valid : rows;
  if (others.length > 0) {
    const names = listed(rows, MAX_NAMED, (one) => `${one.id} (${passStatus(one, now)})`);
    throw new ServiceError({
      kind: 'conflict',
      field: 'externalId',
      message: `${rows.length} passes have the external ID ${quoted(externalId)}: ${names}`,
      hint: 'Void or reactivate them by their pass ID, so that exactly one of them is valid.',
    });
  }
  if (row && reactivation && valid.length === 0 && lacksEnd(row, reactivation, now)) {
    throw new ServiceError({
      kind: 'conflict',
      field: 'validUntil',
      message: `The pass with the external ID ${quoted(externalId)} has expired, and the item has no 'Valid Until'`,
      hint: "Enter a 'Valid Until' in the future, or set 'If the Pass Is Not Valid' to Leave.",
    });
  }
  return row;
}

const MAX_NAMED = 10;

/** The contacts that an item gives. */
type Contacts = Partial<Record<Channel, string>>;

interface FoundPass {
  ref: ExternalIdRef;
  /** `undefined` in a preview that has not looked it up. */
  passId: string | undefined;
  /** Its row as it was before the run, if the list was read. */
  row?: PassRow | undefined;
  /** Whether it has the contacts of its item by now. */
  isUpdated?: boolean;
}

/** What lists do not show, so that a pass with it is sent in every run. */
const NOT_LISTED = {
  phone: inputs.recipient.phone.label,
  redemptionValue: inputs.newPassValues.redemptionValue.label,
};

/** What the output says of a pass that existed, with a note on each thing that a person should know. */
export async function existingOutput(
  context: Context,
  { ref, request, wanted }: { ref: ExternalIdRef; request: Contacts; wanted: Wanted },
  { decision, row }: Pick<DecidedPass, 'decision' | 'row'>,
  found: Pick<FoundPass, 'passId' | 'isUpdated'>,
): Promise<Output> {
  const { action, changes, status, notWritten } = decision;
  const { notes } = context;
  const staysAsItIs = action === 'return' || action === 'skip';
  const held = await holderOutput(context, { ref, row, ...found }, request, {
    status,
    staysAsItIs,
  });
  if (notWritten) notes.push({ code: 'notWritten', inputs: notWritten });
  const unlisted = (Object.entries(NOT_LISTED) as [keyof typeof NOT_LISTED, string][]).flatMap(
    ([key, label]) => (changes[key] ? label : []),
  );
  if (wanted.skipUnchanged && row && action === 'update' && unlisted.length > 0) {
    notes.push({ code: 'sentEveryTime', inputs: unlisted });
  }
  return { ...held, ...(notWritten && { notWritten }) };
}

/**
 * Whether a pass has another contact than its item, and whether it is valid, as far as the run knows it: from the
 * decision or, of one that stays as it is, from what was compared.
 */
export async function holderOutput(
  context: Context,
  pass: FoundPass,
  contacts: Contacts,
  known: { status?: PassStatus | undefined; staysAsItIs: boolean },
): Promise<Output> {
  const { notes, client } = context;
  const { channel, row } = await compareContact(context, pass, contacts);
  const compared = row && known.staysAsItIs ? passStatus(row, client.clock.now()) : undefined;
  const status = known.status ?? compared;
  if (channel) notes.push({ code: 'otherContact', channel, isUpdated: pass.isUpdated === true });
  if (status && status !== 'valid') notes.push({ code: 'notValid', status });
  return compact({ status, contactDiffers: channel ? true : undefined });
}

/**
 * Compares the contact of an item with its pass. A lookup returns no contact, so where the list was not read, one search
 * shows whether the email of the item, or without one its phone number, leads to the pass.
 * @returns the contact that the pass does not have; none if nothing shows it
 */
async function compareContact(
  { passes }: Context,
  { ref, passId, row, isUpdated }: FoundPass,
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
