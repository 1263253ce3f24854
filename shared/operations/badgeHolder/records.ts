import { badgeNames, listBadgePasses, listBadges, listHolders, listInvites } from '../../api/badges';
import type { Output } from '../../fields/output';
import type { ServiceClient } from '../../http/client';
import { compact, omit } from '../../runtime/records';
import type { Badge, Holder } from '../../service/badgeSchemas';
import { inviteOutput } from '../badgeInvite/output';
import { contactKey, hasContact } from './byContact';
import { badgePassOutput, holderOutput, withReadableCredentials } from './output';

/** What an entry of {@link badgeRecords} is. */
export const BADGE_RECORDS = ['badgeHolder', 'badgePass', 'badgeInvite'] as const;

/**
 * Everything that the badge endpoints list about a person: each holder followed by their badge passes, in every
 * status, then the invites, also used and expired ones. Links of invites are left out.
 * @param contact email or phone, as typed
 */
export async function badgeRecords(client: ServiceClient, contact: string): Promise<Output[]> {
  const [holders, badges] = await Promise.all([listHolders(client, undefined), listBadges(client)]);
  const people = holders.filter((holder) => hasContact(holder, contact));
  const [ofPeople, ofBadges] = await Promise.all([
    Promise.all(people.map((holder) => holderRecords(client, holder, badges))),
    Promise.all(badges.map((badge) => inviteRecords(client, badge, contact))),
  ]);
  return [...ofPeople, ...ofBadges].flat();
}

async function holderRecords(
  client: ServiceClient,
  holder: Holder,
  badges: readonly Badge[],
): Promise<Output[]> {
  const output = holderOutput(holder, { now: client.clock.now() });
  const person = {
    object: 'badgeHolder',
    // Card numbers are those of the badge passes.
    ...omit(output, 'key', 'credentials', 'credentialsUnknown'),
    id: output.key ?? '',
  };
  const { id: userId } = holder;
  if (userId === null) return [person];
  const passes = await withReadableCredentials(client, () => listBadgePasses(client, userId));
  const names = await badgeNames(client, userId, passes, badges);
  return [
    person,
    ...passes.map((pass) =>
      compact({
        object: 'badgePass',
        ...badgePassOutput(pass, userId),
        templateName: names.get(pass.id),
      }),
    ),
  ];
}

async function inviteRecords(
  client: ServiceClient,
  badge: Badge,
  contact: string,
): Promise<Output[]> {
  const invites = await listInvites(client, badge.id);
  return invites
    .filter((invite) => hasContact(invite, contact))
    .map((invite) => ({
      object: 'badgeInvite',
      id: contactKey(invite) ?? '',
      ...inviteOutput(omit(invite, 'code', 'url')),
      templateName: badge.name ?? badge.id,
    }));
}
