import {
  badgeNames,
  listBadgePasses,
  listBadges,
  listHolders,
  listInvites,
} from '../../api/badges';
import { checkAll } from '../../errors/serviceError';
import type { Output } from '../../fields/output';
import type { ServiceClient } from '../../http/client';
import { readEach } from '../../runtime/concurrency';
import { compact, omit } from '../../runtime/records';
import { badgePassState, type Badge, type Holder } from '../../service/badgeSchemas';
import { inviteOutput } from '../badgeInvite/output';
import { contactKey, hasContact } from './byContact';
import { badgePassOutput, holderOutput, withReadableCredentials } from './output';

/** Kinds of entries of {@link badgeRecords}. */
export const BADGE_RECORDS = ['badgeHolder', 'badgePass', 'badgeInvite'] as const;

/** An entry about a person. */
interface BadgeRecord {
  object: (typeof BADGE_RECORDS)[number];
  id: unknown;
  email?: unknown;
  phone?: unknown;
  /** State of a badge pass. */
  status?: unknown;
  /** Name of the badge. */
  templateName?: string;
  /** Everything else, as the operations on badges return it. */
  badgeRecord: Output;
}

/**
 * Everything that the badge endpoints list about a person: each holder followed by their badge passes in every status,
 * then the invites, including used and expired invites. Invite links are omitted, because they are secrets.
 * @param contact email or phone, as typed
 */
export async function badgeRecords(client: ServiceClient, contact: string): Promise<BadgeRecord[]> {
  const [holders, badges] = await checkAll(
    () => listHolders(client, undefined),
    () => listBadges(client),
  );
  const people = holders.filter((holder) => hasContact(holder, contact));
  const records = await checkAll(
    () => readEach(people, (holder) => holderRecords(client, holder, badges)),
    () => readEach(badges, (badge) => inviteRecords(client, badge, contact)),
  );
  return records.flat();
}

async function holderRecords(
  client: ServiceClient,
  holder: Holder,
  badges: readonly Badge[],
): Promise<BadgeRecord[]> {
  const { key, email, phone, ...output } = holderOutput(holder, { now: client.clock.now() });
  // The badge passes have the card numbers.
  const badgeRecord = omit(output, 'credentials', 'credentialsUnknown');
  const person = compact({ object: 'badgeHolder' as const, id: key, email, phone, badgeRecord });
  const { id: userId } = holder;
  if (userId === null) return [person];
  const passes = await withReadableCredentials(client, () => listBadgePasses(client, userId));
  const names = await badgeNames(client, userId, passes, badges);
  const badgePasses = passes.map((pass) =>
    compact({
      object: 'badgePass' as const,
      ...{ id: pass.id, email, phone, status: badgePassState(pass.status) },
      templateName: names.get(pass.id),
      badgeRecord: badgePassOutput(pass, userId),
    }),
  );
  return [person, ...badgePasses];
}

async function inviteRecords(
  client: ServiceClient,
  badge: Badge,
  contact: string,
): Promise<BadgeRecord[]> {
  const invites = await listInvites(client, badge.id);
  return invites
    .filter((invite) => hasContact(invite, contact))
    .map((invite) => {
      const { email, phone, ...badgeRecord } = inviteOutput(omit(invite, 'code', 'url'));
      const contacts = compact({ id: contactKey(invite), email, phone });
      return { object: 'badgeInvite' as const, ...contacts, templateName: badge.name, badgeRecord };
    });
}
