import { z } from 'zod';

import { LIMITS } from '../../../shared/service/vocabulary';
import { type Caller, requireScope } from '../../auth/caller';
import { DAY } from '../../durations';
import { badRequest, notFound, ServiceError } from '../../errors';
import type { BadgeInvite } from '../../state/badgeEntities';
import type { State } from '../../state/state';
import { isEmail, isPhone } from '../contacts';
import { optionalEmail, optionalText, parse } from '../validate';
import { ownBadge, requireBadges } from './find';
import { inviteLink, isLive } from './invite';
import { deliverInvite } from './inviteDelivery';

export const inviteInput = z.object({
  email: optionalEmail,
  phone: optionalText.transform((phone) => phone?.trim()),
  firstName: optionalText,
  lastName: optionalText,
  days: z
    .number()
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(LIMITS.inviteDaysMax, `must be at most ${LIMITS.inviteDaysMax}`)
    .default(LIMITS.inviteDaysDefault),
  sendToEmail: z.boolean().default(false),
  sendToPhone: z.boolean().default(false),
});
type InviteInput = z.output<typeof inviteInput>;

/**
 * `POST /badge/templates/{id}/invites`: a single-use link for one person. If the person has a live one, it
 * is returned unchanged, and sent again if requested.
 * @throws ServiceError 400 bad body or contact, 403 scope, not enabled or foreign, 404 no such badge,
 *   409 `not_published`
 */
export function createInvite(state: State, caller: Caller, badgeId: string, body: unknown) {
  requireScope(caller, 'badges.issue');
  requireBadges(caller);
  const input = parse(inviteInput, body);
  checkContact(input);
  const badge = ownBadge(state, caller, badgeId);
  if (!badge.active) throw new ServiceError(409, 'not_published');

  const now = state.clock.now();
  const live = state.badges
    .invitesOf(badge.id)
    .find((invite) => isLive(invite, now) && isFor(invite, input));
  const invite = live ?? addInvite(state, badge, state.random.id(), input);
  return {
    code: invite.code,
    url: inviteLink(state, invite.code),
    email: invite.email ?? null,
    phone: invite.phone ?? null,
    expiresAt: invite.expiresAt,
    days: invite.days,
    reused: live !== undefined,
    delivery: deliverInvite(state, caller.account, badge, invite, input),
  };
}

function checkContact({ email, phone }: InviteInput): void {
  const bad = (email !== undefined && !isEmail(email)) || (phone !== undefined && !isPhone(phone));
  if (bad || (email === undefined && phone === undefined)) {
    throw badRequest('a valid email address or phone number is required');
  }
}

/** Whether an invite is for this person: compares the email or, without one, the phone. */
function isFor(invite: BadgeInvite, { email, phone }: Pick<BadgeInvite, 'email' | 'phone'>) {
  return email === undefined ? invite.phone === phone : invite.email === email;
}

/** Add an invite to the list; nothing is sent. */
export function addInvite(
  state: State,
  badge: { id: string; accountId: string },
  code: string,
  known: Pick<BadgeInvite, 'email' | 'phone' | 'firstName' | 'lastName' | 'days'> &
    Partial<BadgeInvite>,
): BadgeInvite {
  const { email, phone, firstName, lastName, days, usedAt = null } = known;
  const createdAt = known.createdAt ?? state.clock.now();
  const invite: BadgeInvite = {
    code,
    accountId: badge.accountId,
    badgeTemplateId: badge.id,
    email,
    phone,
    firstName,
    lastName,
    days,
    createdAt,
    expiresAt: createdAt + days * DAY,
    usedAt,
    sequence: state.badges.takeSequence(),
  };
  state.badges.invites.set(code, invite);
  return invite;
}

/**
 * `GET /badge/templates/{id}/invites`: newest first; used and expired ones stay, and look the same.
 * @throws ServiceError 403 scope, not enabled or foreign, 404 no such badge
 */
export function listInvites(state: State, caller: Caller, badgeId: string) {
  requireScope(caller, 'badges.viewAll');
  requireBadges(caller);
  const badge = ownBadge(state, caller, badgeId);
  return {
    invites: state.badges.invitesOf(badge.id).map(({ code, email, expiresAt }) => ({
      url: inviteLink(state, code),
      email: email ?? null,
      expiresAt,
    })),
  };
}

export const cancelInput = z.object({
  email: z.string({ required_error: 'is required' }).trim().toLowerCase(),
});

/**
 * `DELETE /badge/templates/{id}/invites`: remove the live invite of an email address on this badge.
 * Used and expired invites stay in the list, and so does a badge in its wallet.
 * @throws ServiceError 400 no address, 403 scope, not enabled or foreign, 404 badge or no live invite
 */
export function cancelInvite(state: State, caller: Caller, badgeId: string, body: unknown) {
  requireScope(caller, 'badges.issue');
  requireBadges(caller);
  const { email } = parse(cancelInput, body);
  if (!isEmail(email)) throw badRequest('email: must be an email address');
  const badge = ownBadge(state, caller, badgeId);
  const now = state.clock.now();
  const live = state.badges
    .invitesOf(badge.id)
    .find((invite) => isLive(invite, now) && invite.email === email);
  if (live === undefined) throw notFound();
  state.badges.invites.delete(live.code);
  return { success: true };
}
