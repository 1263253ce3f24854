import {
  cancelInvite,
  listBadgePasses,
  listBadges,
  listHolders,
  listInvites,
  removeHolder,
} from '../../api/badges';
import { isServiceError, prefixed, undefinedOn404 } from '../../errors/serviceError';
import type { ServiceClient } from '../../http/client';
import { readEach } from '../../runtime/concurrency';
import { isTerminal, hasExpired, type Badge, type Holder } from '../../service/badgeSchemas';
import { counted } from '../../service/wording';
import type { Context } from '../context';
import { emailOf, hasEmail, type Contact } from './byContact';
import { entriesOfOnePerson } from './onePerson';

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
  badgePassesRevoked: number;
}

type BadgeContext = Pick<Context, 'client' | 'holders'>;

/**
 * Removes the holder with a contact, and cancels the invites that the person has as somebody only invited. Everything
 * is read before the first change. Whatever is already gone by then was removed by somebody else, and does not count.
 * @throws {ServiceError} `invalidInput` if the contact may belong to several people
 */
export async function removeByContact(
  context: BadgeContext,
  contact: Contact,
): Promise<RemovedPerson> {
  const { client } = context;
  const { holderId, invites, phoneInvites } = await readPerson(context, contact);
  const removing = holderId === undefined ? undefined : removeAndCount(client, holderId);
  const holder = removing && (await undefinedOn404(removing));
  const invitesCanceled = await cancelListed(client, invites, holder);
  return {
    holder,
    invitesCanceled,
    invitesLeft: phoneInvites.length,
    invitesLeftUntil: lastExpiration(phoneInvites),
  };
}

/** @throws {ServiceError} `invalidInput` if the contact may belong to several people */
async function readPerson({ client, holders }: BadgeContext, contact: Contact) {
  const now = client.clock.now();
  const people = await listHolders(client, undefined);
  const found = entriesOfOnePerson(people, contact, now);
  const holderId = found.find(({ id }) => id !== null)?.id ?? undefined;
  const invited = found.filter(({ id }) => id === null);
  // All to one email address, or to the phone number alone.
  const email = invited.flatMap((invite) => emailOf(invite) ?? [])[0];
  const phoneInvites = invited.filter((invite) => !invite.email);
  const badges = holderId === undefined && email === undefined ? [] : await listBadges(client);
  if (holderId !== undefined) {
    // The invites that the service cancels with a holder may be only in the lists of their badges, read once per run:
    // holders of then may have been removed since.
    const ofBadges = await readEach(badges, ({ id }) => holders(id));
    const invites = ofBadges.filter(({ id }) => id === null);
    entriesOfOnePerson([...people, ...invites], contact, now);
  }
  const invites = email === undefined ? [] : await findInvites(client, email, badges);
  return { holderId, invites, phoneInvites };
}

interface InviteRef {
  badgeTemplateId: string;
  email: string;
}

/**
 * The invites of an email address that may still work, each spelling once: the service may compare exactly, so the
 * address is the one that it lists.
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

/** Counts the badge passes that the service revokes with a holder. Counting them must not keep anybody. */
async function removeAndCount(client: ServiceClient, id: string): Promise<RemovedHolder> {
  const passes = (await undefinedOn404(listBadgePasses(client, id))) ?? [];
  const response = await removeHolder(client, id);
  return {
    id,
    holderKept: response?.holderKept === true,
    badgePassesRevoked: passes.filter(({ status }) => !isTerminal(status)).length,
  };
}

/**
 * @param holder who was removed before
 * @returns how many invites still worked: the service lists used ones as well
 */
async function cancelListed(
  client: ServiceClient,
  invites: readonly InviteRef[],
  holder: RemovedHolder | undefined,
): Promise<number> {
  let canceled = 0;
  const done = () => [
    ...(holder ? ['The badge passes were revoked, but an invite may be left'] : []),
    ...(canceled > 0 ? [`${counted(canceled, 'invite')} canceled, but another may be left`] : []),
  ];
  for (const { badgeTemplateId, email } of invites) {
    const canceling = cancelInvite(client, badgeTemplateId, email).then(() => true);
    const isCanceled = await undefinedOn404(canceling).catch((thrown: unknown) => {
      if (!isServiceError(thrown) || done().length === 0) throw thrown;
      throw prefixed(thrown, done().join(': '));
    });
    if (isCanceled) canceled += 1;
  }
  return canceled;
}

/** `undefined` if one of them has none: it may be the last one. */
function lastExpiration(invites: readonly Holder[]): number | undefined {
  const ends = invites.flatMap(({ expiresAt }) => expiresAt ?? []);
  return ends.length === 0 || ends.length < invites.length ? undefined : Math.max(...ends);
}
