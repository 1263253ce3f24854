import {
  cancelInvite,
  listBadgePasses,
  listBadges,
  listHolders,
  listInvites,
  removeHolder,
} from '../../api/badges';
import { ifThere } from '../../api/notFound';
import { isServiceError, prefixed, ServiceError } from '../../errors/serviceError';
import type { ServiceClient } from '../../http/client';
import { readEach } from '../../runtime/concurrency';
import {
  isTerminal,
  hasExpired,
  isExpiredInvite,
  type Badge,
  type Holder,
} from '../../service/badgeSchemas';
import { quoted } from '../../service/text';
import { counted } from '../../service/wording';
import { hasEmail, type Contact } from './byContact';
import { entriesOfOnePerson, onePerson } from './onePerson';

/** What was done to the person with a contact. */
export interface RemovedPerson {
  /** Absent if no holder was removed. */
  holder?: RemovedHolder;
  /** Without those that the service cancels with the holder. */
  invitesCanceled: number;
  /** Invites to a phone number alone, which cannot be canceled. */
  invitesLeft: number;
  /** Until when the last of them works, epoch ms. */
  invitesLeftUntil?: number;
}

interface RemovedHolder {
  id: string;
  holderKept: boolean;
  /** Absent if they could not be counted. */
  badgePassesRevoked?: number;
}

/**
 * Removes the holder with a contact, and cancels the invites that the person has as somebody only invited. Everything
 * is read before the first change. Whatever is already gone by then was removed by somebody else, and does not count.
 * @throws {ServiceError} `invalidInput` if the contact may belong to several people; `unavailable` if the service finds
 *   nothing to remove, and still lists the person
 */
export async function removeByContact(
  client: ServiceClient,
  contact: Contact,
): Promise<RemovedPerson> {
  const { holderId, emailInvites, invites, phoneInvites } = await readPerson(client, contact);
  const holder = holderId === undefined ? undefined : await removeListed(client, holderId);
  const invitesCanceled = await cancelListed(client, emailInvites, invites, holder);
  return {
    holder,
    invitesCanceled,
    invitesLeft: phoneInvites.length,
    invitesLeftUntil: lastExpiration(phoneInvites),
  };
}

/** @throws {ServiceError} `invalidInput` if the contact may belong to several people */
async function readPerson(client: ServiceClient, contact: Contact) {
  const now = client.clock.now();
  const people = await listHolders(client, undefined);
  const { holderId, emailInvites, phoneInvites } = onePerson(people, contact, now);
  const email = emailInvites[0]?.email ?? undefined;
  const isFound = holderId !== undefined || email !== undefined;
  const badges = isFound ? await listBadges(client) : [];
  if (holderId !== undefined) {
    // The invites that the service cancels with a holder may be only in the lists of their badges.
    const ofBadges = await readEach(badges, ({ id }) => listHolders(client, id));
    entriesOfOnePerson([...people, ...ofBadges], contact, now);
  }
  const invites = email === undefined ? [] : await findInvites(client, email, badges);
  return { holderId, emailInvites, invites, phoneInvites };
}

interface InviteRef {
  badgeTemplateId: string;
  email: string;
}

/**
 * The invites of an email address that may still work, at most one for each badge and spelling: the service may
 * compare exactly, so the address is the one that it lists.
 */
async function findInvites(
  client: ServiceClient,
  email: string,
  badges: readonly Badge[],
): Promise<InviteRef[]> {
  const now = client.clock.now();
  return await readEach(badges, async ({ id }) => {
    const invites = await listInvites(client, id);
    const live = invites.filter((invite) => hasEmail(invite, email) && !hasExpired(invite, now));
    const spellings = new Set(live.flatMap((invite) => invite.email ?? []));
    return [...spellings].map((spelling) => ({ badgeTemplateId: id, email: spelling }));
  });
}

/** `undefined` if somebody else removes the holder in the meantime. */
async function removeListed(client: ServiceClient, id: string): Promise<RemovedHolder | undefined> {
  const removed = await ifThere(removeAndCount(client, id));
  if (!removed) await assertGone(client, `the holder ${quoted(id)}`, (person) => person.id === id);
  return removed;
}

/** Counts the badge passes that the service revokes with a holder. That they are not found must not keep them. */
async function removeAndCount(client: ServiceClient, id: string): Promise<RemovedHolder> {
  const passes = await ifThere(listBadgePasses(client, id));
  const response = await removeHolder(client, id);
  return {
    id,
    holderKept: response?.holderKept === true,
    badgePassesRevoked: passes?.filter(({ status }) => !isTerminal(status)).length,
  };
}

/**
 * @param listed the invites of the person in the list of holders
 * @param invites the same in the lists of their badges
 * @param holder who was removed before
 * @returns how many of them still worked: the service lists used ones as well
 */
async function cancelListed(
  client: ServiceClient,
  listed: readonly Holder[],
  invites: readonly InviteRef[],
  holder: RemovedHolder | undefined,
): Promise<number> {
  let canceled = 0;
  const cancelAll = async () => {
    for (const { badgeTemplateId, email } of invites) {
      const done = await ifThere(cancelInvite(client, badgeTemplateId, email).then(() => true));
      if (done) canceled += 1;
    }
    if (canceled < Math.max(listed.length, invites.length)) {
      await assertNotInvited(client, listed[0]?.email ?? invites[0]?.email ?? '');
    }
  };
  await cancelAll().catch((thrown: unknown) => {
    if (!isServiceError(thrown)) throw thrown;
    const partly =
      canceled > 0
        ? prefixed(thrown, `${counted(canceled, 'invite')} canceled, but another may be left`)
        : thrown;
    throw holder
      ? prefixed(partly, 'The badge passes were revoked, but an invite may be left')
      : partly;
  });
  return canceled;
}

function assertNotInvited(client: ServiceClient, email: string): Promise<void> {
  const now = client.clock.now();
  return assertGone(client, `an invite of ${quoted(email)}`, (person) => {
    return person.id === null && hasEmail(person, email) && !isExpiredInvite(person, now);
  });
}

/** Reads the list again: what the service does not find, and still lists, may open doors. */
async function assertGone(
  client: ServiceClient,
  what: string,
  isIt: (person: Holder) => boolean,
): Promise<void> {
  const people = await listHolders(client, undefined);
  if (!people.some(isIt)) return;
  throw new ServiceError({
    kind: 'unavailable',
    message: `The service still lists ${what}, but finds nothing to remove`,
    hint: 'This person may still have access. Run this again, and if the message stays, remove the person in the dashboard.',
  });
}

/** `undefined` if one of them has none: it may be the last one. */
function lastExpiration(invites: readonly Holder[]): number | undefined {
  const known = invites.flatMap(({ expiresAt }) => expiresAt ?? []);
  return known.length === 0 || known.length < invites.length ? undefined : Math.max(...known);
}
