import {
  cancelInvite,
  listBadgePasses,
  listBadges,
  listHolders,
  listInvites,
  removeHolder,
} from '../../api/badges';
import { isServiceError, prefixed } from '../../errors/serviceError';
import type { ServiceClient } from '../../http/client';
import { readEach } from '../../http/readEach';
import {
  isTerminal,
  expirationOf,
  hasExpired,
  type Badge,
  type Holder,
} from '../../service/badgeSchemas';
import { hasEmail, type Contact } from './byContact';
import { entriesOfOnePerson, onePerson } from './onePerson';

/** What was done to the person with a contact. */
export interface RemovedPerson {
  /** Absent if no holder was removed. */
  holder?: { id: string; holderKept: boolean; badgePassesRevoked: number };
  /** Without those that the service cancels with the holder. */
  invitesCanceled: number;
  /** Invites to a phone number alone, which cannot be canceled. */
  invitesLeft: number;
  /** Until when the last of them works, epoch ms. */
  invitesLeftUntil?: number;
}

/**
 * Removes the holder with a contact, and cancels the invites that the person has as somebody only invited. Everything
 * is read before the first change. Whatever is already gone by then was removed by somebody else, and does not count.
 * @throws {ServiceError} `invalidInput` if the contact may belong to several people
 */
export async function removeByContact(
  client: ServiceClient,
  contact: Contact,
): Promise<RemovedPerson> {
  const { holderId, invites, phoneInvites } = await readPerson(client, contact);
  const holder =
    holderId === undefined ? undefined : await ifThere(removeAndCount(client, holderId));
  const canceled = await cancelAll(client, invites).catch((thrown: unknown) => {
    if (!holder || !isServiceError(thrown)) throw thrown;
    throw prefixed(thrown, 'The badge passes were revoked, but an invite is left');
  });
  return {
    holder,
    invitesCanceled: canceled,
    invitesLeft: phoneInvites.length,
    invitesLeftUntil: lastExpiration(phoneInvites),
  };
}

/** @throws {ServiceError} `invalidInput` if the contact may belong to several people */
async function readPerson(client: ServiceClient, contact: Contact) {
  const now = client.clock.now();
  const people = await listHolders(client, undefined);
  const { holderId, invitedEmail, phoneInvites } = onePerson(people, contact, now);
  const isFound = holderId !== undefined || invitedEmail !== undefined;
  const badges = isFound ? await listBadges(client) : [];
  if (holderId !== undefined) {
    // The invites that the service cancels with a holder may be only in the lists of their badges.
    const ofBadges = await readEach(badges, ({ id }) => listHolders(client, id));
    entriesOfOnePerson([...people, ...ofBadges], contact, now);
  }
  const invites = invitedEmail === undefined ? [] : await findInvites(client, invitedEmail, badges);
  return { holderId, invites, phoneInvites };
}

interface InviteRef {
  badgeTemplateId: string;
  email: string;
}

/** The invites of an email address that may still work, at most one for each badge. */
async function findInvites(
  client: ServiceClient,
  email: string,
  badges: readonly Badge[],
): Promise<InviteRef[]> {
  const now = client.clock.now();
  return await readEach(badges, async ({ id }) => {
    const invites = await listInvites(client, id);
    const isLive = invites.some((invite) => hasEmail(invite, email) && !hasExpired(invite, now));
    return isLive ? [{ badgeTemplateId: id, email }] : [];
  });
}

/** @returns how many of them still worked: the service lists used ones as well */
async function cancelAll(client: ServiceClient, invites: readonly InviteRef[]): Promise<number> {
  let canceled = 0;
  for (const { badgeTemplateId, email } of invites) {
    const done = await ifThere(cancelInvite(client, badgeTemplateId, email).then(() => true));
    if (done) canceled += 1;
  }
  return canceled;
}

/** Counts the badge passes that the service revokes with a holder. */
async function removeAndCount(client: ServiceClient, id: string) {
  const passes = await listBadgePasses(client, id);
  const response = await removeHolder(client, id);
  return {
    id,
    holderKept: response?.holderKept === true,
    badgePassesRevoked: passes.filter(({ status }) => !isTerminal(status)).length,
  };
}

/** `undefined` if what a call is about does not exist. That the account must not touch it is another answer: 403. */
async function ifThere<T>(call: Promise<T>): Promise<T | undefined> {
  return await call.catch((thrown: unknown) => {
    if (isServiceError(thrown, 'notFound') && thrown.status === 404) return undefined;
    throw thrown;
  });
}

/** `undefined` if one of them has none that can be read: it may be the last one. */
function lastExpiration(invites: readonly Holder[]): number | undefined {
  const known = invites.map(expirationOf).filter((time) => time !== undefined);
  return known.length === 0 || known.length < invites.length ? undefined : Math.max(...known);
}
