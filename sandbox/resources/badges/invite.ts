import type { BadgeHolder, BadgeInvite, BadgePass } from '../../state/badgeEntities';
import type { State } from '../../state/state';
import { addBadgePass } from './pass';

/** URL of an invite. Whoever opens it first can add the badge. */
export function inviteLink(state: State, code: string): string {
  return `${state.baseUrl}/i/${encodeURIComponent(code)}`;
}

/** Whether the link can still add a badge. */
export function isLive({ usedAt, expiresAt }: BadgeInvite, now: number): boolean {
  return usedAt === null && expiresAt > now;
}

export type InviteState = 'live' | 'used' | 'expired';

/** The state of an invite; a used one stays used after its days. */
export function inviteState(invite: BadgeInvite, now: number): InviteState {
  if (invite.usedAt !== null) return 'used';
  return isLive(invite, now) ? 'live' : 'expired';
}

/**
 * A phone opens a live invite and adds the badge: the invite is used up, the person becomes a holder
 * and gets one badge pass.
 * @throws Error if the invite does not exist or can no longer be used
 */
export function addBadgeByInvite(
  state: State,
  code: string,
): { holder: BadgeHolder; pass: BadgePass } {
  const now = state.clock.now();
  const invite = state.badges.invites.get(code);
  const badge = invite && state.badges.templates.get(invite.badgeTemplateId);
  if (invite === undefined || badge === undefined || !isLive(invite, now)) {
    throw new Error(`No invite that can be used: ${code}`);
  }
  invite.usedAt = now;
  const holder = holderFor(state, invite);
  const pass = addBadgePass(state, badge, { id: state.random.id(), holderId: holder.id });
  return { holder, pass };
}

/** The person an invite is for: found by email or else by phone, or a new one. */
function holderFor(state: State, invite: BadgeInvite): BadgeHolder {
  const { email, phone, firstName, lastName, accountId } = invite;
  const known = [...state.badges.holders.values()].find((holder) =>
    email === undefined ? holder.phone === phone : holder.email === email,
  );
  const holder = known ?? { id: state.random.id(), email, phone, names: {} };
  holder.phone ??= phone;
  const name = holder.names[accountId];
  holder.names[accountId] = {
    firstName: firstName ?? name?.firstName,
    lastName: lastName ?? name?.lastName,
  };
  state.badges.holders.set(holder.id, holder);
  return holder;
}
