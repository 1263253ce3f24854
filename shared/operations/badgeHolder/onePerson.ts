/**
 * Finds the only person whom an email and a phone number lead to, for a change that cannot be undone. byContact.ts uses
 * the phone number only if nobody has the email; here, both must belong to the same person.
 */

import { invalidInput, type ServiceError, undefinedOn404 } from '../../errors/serviceError';
import { isExpiredInvite, type Holder, isTerminal } from '../../service/badgeSchemas';
import { isSameContact } from '../../service/contacts';
import { comparable } from '../../service/text';
import {
  emailOf,
  hasEmail,
  hasOtherEmail,
  hasPhone,
  namesOf,
  phoneOfSomeoneElse,
  type Contact,
  type ContactOf,
} from './byContact';
import { listBadgePasses } from '../../api/badges';
import type { ServiceClient } from '../../http/client';
import { readEach } from '../../runtime/concurrency';

/**
 * The entries that a contact leads to, if they certainly belong to one person: not two holders, and no invites that
 * contradict each other or the holder. Expired invites are ignored.
 * @param now epoch ms
 * @throws {ServiceError} `invalidInput` that names the people if there may be more than one
 */
export function entriesOfOnePerson(
  people: readonly Holder[],
  contact: Contact,
  now: number,
): Holder[] {
  const { email, phone } = contact;
  const found = reachedBy(people, contact, now);
  if (email !== undefined && found.length > 0 && !found.some((one) => hasEmail(one, email))) {
    throw phoneOfSomeoneElse(found, email);
  }
  // The email is Ana's, and the phone number is also Ben's.
  const mayBeSeveral = found.some((one) => found.some((other) => mayBeTwoPeople(one, other)));
  if (!mayBeSeveral) return found;
  const problem =
    email === undefined || phone === undefined
      ? 'belongs to more than one person'
      : "and 'Phone' belong to more than one person";
  throw notOnePerson(email === undefined ? 'Phone' : 'Email', `${problem}: ${namesOf(found)}`);
}

/**
 * The people with the email or the phone number, and everybody who shares an email with them: canceling an invite by
 * email reaches them all.
 */
function reachedBy(people: readonly Holder[], { email, phone }: Contact, now: number): Holder[] {
  const current = people.filter((person) => !isExpiredInvite(person, now));
  const byPhone = current.filter((person) => hasPhone(person, phone));
  const emails = new Set([{ email }, ...byPhone].flatMap((one) => emailOf(one) ?? []));
  return current.filter((person) => hasPhone(person, phone) || emails.has(emailOf(person) ?? ''));
}

/** Whether two entries for the same contacts may be two people. Call it in both orders. */
function mayBeTwoPeople(person: Holder, other: Holder): boolean {
  if (person.id !== null && other.id !== null && person.id !== other.id) return true;
  const [name, otherName] = [person, other].map((one) => comparable(one.name ?? ''));
  if (name && otherName && name !== otherName) return true;
  // A shared phone number does not prove that an invite by email belongs to the holder.
  if (person.id !== null && other.id === null && other.email && !person.email) return true;
  return hasOtherEmail(person, other) || hasOtherPhone(person, other);
}

function hasOtherPhone({ phone }: ContactOf, other: ContactOf): boolean {
  return Boolean(phone) && Boolean(other.phone) && !isSameContact('phone', phone, other.phone);
}

function notOnePerson(label: 'Email' | 'Phone', problem: string): ServiceError {
  const fix =
    "Nobody was removed. If it is one of them, set 'Identify By' to Holder and choose the person, or enter the contact that only this person has.";
  return invalidInput(label, label.toLowerCase(), problem, fix);
}

/**
 * Excludes people who no longer have the badge. People stay if they are invited, have card numbers, or their card
 * numbers can't be read now. Others may be about to get a card number: a request for each reads their passes of the
 * badge, and they stay unless they have none or all have ended. In doubt, nobody is invited again: people whose passes
 * are not found stay, too.
 */
export async function withoutFormer(
  client: ServiceClient,
  people: readonly Holder[],
  badgeTemplateId: string,
): Promise<Holder[]> {
  return await readEach(people, async (person) => {
    const { id, credentials } = person;
    if (id === null || credentials?.length !== 0) return [person];
    const passes = await undefinedOn404(listBadgePasses(client, id, badgeTemplateId));
    return passes?.every(({ status }) => isTerminal(status)) ? [] : [person];
  });
}
