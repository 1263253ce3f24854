import { type ServiceError, invalidInput, prefixed } from '../errors/serviceError';
import { externalIdKey } from '../operations/serialBy';
import type { ExternalIdRef } from '../service/requests';
import { normalizedContact, type Channel } from '../service/contacts';
import { quoted } from '../service/text';
import { itemName, type ItemRows } from '../operations/itemNames';
import type { ItemInputs } from './itemPhases';

const CHANNELS: readonly Channel[] = ['email', 'phone'];

/** For items with the same external ID, the first value of each contact, and the item that has it. */
type Shared = Partial<Record<Channel, { contact: string | undefined; item: number }>>;

/**
 * Finds items of a run that have the same external ID and different contacts. These people would share a pass, and the
 * second would get the link of the first.
 */
export class ContactsByExternalId {
  readonly #rows: ItemRows;
  readonly #byId = new Map<string, Shared>();

  constructor(rows: ItemRows) {
    this.#rows = rows;
  }

  /**
   * Records the contacts of an item for its external IDs. Call it for all items, in order.
   * @param refs external IDs of the item, each with its template
   * @returns the refusal of an item, which is then not recorded: an earlier item has the external ID with another
   *   contact
   */
  record(
    item: number,
    refs: readonly ExternalIdRef[],
    inputs: ItemInputs,
  ): ServiceError | undefined {
    const contacts = contactsOf(inputs);
    for (const [index, ref] of refs.entries()) {
      const earlier = this.#byId.get(externalIdKey(ref)) ?? {};
      const different = contacts.flatMap(([channel, contact]) => {
        const known = earlier[channel];
        return known && known.contact !== contact ? [{ channel, item: known.item }] : [];
      });
      if (!different[0]) continue;
      const channels = different.map(({ channel }) => channel);
      const error = givenToAnother(ref, itemName(different[0].item, this.#rows), channels);
      return 'externalId' in inputs.values
        ? error
        : prefixed(error, `Pass ${index + 1}`).with({ field: 'passes' });
    }
    for (const ref of refs) this.#add(item, ref, contacts);
    return undefined;
  }

  #add(item: number, ref: ExternalIdRef, contacts: readonly Contact[]): void {
    const shared = this.#byId.get(externalIdKey(ref)) ?? {};
    this.#byId.set(externalIdKey(ref), shared);
    for (const [channel, contact] of contacts) shared[channel] ??= { contact, item };
  }
}

type Contact = [channel: Channel, contact: string | undefined];

/** Compare only the last nine digits: the same number may have its country code in one row and lack it in another. */
const PHONE_DIGITS = 9;

/** The contacts of an item, in the form in which they are compared. A refused contact is absent. */
function contactsOf({ values }: ItemInputs): Contact[] {
  return CHANNELS.flatMap((channel): Contact[] => {
    const contact = values[channel];
    if (typeof contact !== 'string') return [];
    const normalized = normalizedContact(channel, contact);
    return [[channel, channel === 'phone' ? normalized?.slice(-PHONE_DIGITS) : normalized]];
  });
}

function givenToAnother(
  { externalId }: ExternalIdRef,
  earlier: string,
  channels: readonly Channel[],
): ServiceError {
  return invalidInput(
    'External ID',
    'externalId',
    `is the same as that of ${earlier}, ${quoted(externalId)}, but with another ${channels.join(' and ')}`,
    'Check your IDs: each person needs their own.',
  );
}
