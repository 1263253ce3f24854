import { z } from 'zod';

import { LIMITS } from '../../../shared/service/vocabulary';
import { badRequest, notFound, ServiceError } from '../../errors';
import { type Call, type Endpoint, endpoint } from '../../http/endpoint';
import { DAY } from '../../state/clock';
import type { BadgeHolder, BadgeInvite, BadgePass, BadgeTemplate } from '../../state/entities';
import { newestFirst, type State } from '../../state/state';
import { sendEmail, sendText } from '../messages';
import { isEmail, isPhone, optionalEmail, optionalText } from '../validate';
import { addBadgePass, isSamePerson, ownBadge } from './badge';

/** URL of an invite. Whoever opens it first can add the badge. */
export function inviteLink(state: State, code: string): string {
  return `${state.baseUrl}/i/${encodeURIComponent(code)}`;
}

export type InviteState = 'live' | 'used' | 'expired';

/** Only a live invite can still add a badge; a used one stays used after its days. */
export function inviteState(state: State, { usedAt, expiresAt }: BadgeInvite): InviteState {
  if (usedAt !== null) return 'used';
  return expiresAt > state.clock.now() ? 'live' : 'expired';
}

export const isLive = (state: State, invite: BadgeInvite) => inviteState(state, invite) === 'live';

/** The invites of a badge, newest first. */
function invitesOf(state: State, badge: BadgeTemplate): BadgeInvite[] {
  const invites = [...state.invites.values()].filter(
    ({ badgeTemplateId }) => badgeTemplateId === badge.id,
  );
  return newestFirst(invites, ({ createdAt }) => createdAt);
}

/** Add an invite to the list; nothing is sent. */
export function addInvite(
  state: State,
  badge: { id: string; accountId: string },
  code: string,
  known: Pick<BadgeInvite, 'email' | 'phone' | 'firstName' | 'lastName' | 'days'> & {
    createdAt?: number;
  },
): BadgeInvite {
  const { email, phone, firstName, lastName, days, createdAt = state.clock.now() } = known;
  const invite: BadgeInvite = {
    ...{ code, accountId: badge.accountId, badgeTemplateId: badge.id },
    ...{ email, phone, firstName, lastName, days, createdAt },
    expiresAt: createdAt + days * DAY,
    usedAt: null,
  };
  state.invites.set(code, invite);
  return invite;
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
  const invite = state.invites.get(code);
  const badge = invite && state.badges.get(invite.badgeTemplateId);
  if (invite === undefined || badge === undefined || !isLive(state, invite)) {
    throw new Error(`No invite that can be used: ${code}`);
  }
  invite.usedAt = state.clock.now();
  const holder = holderFor(state, invite);
  const pass = addBadgePass(state, badge, { id: state.random.id(), holderId: holder.id });
  return { holder, pass };
}

/** The person an invite is for: found by email or else by phone, or a new one. */
function holderFor(state: State, invite: BadgeInvite): BadgeHolder {
  const { email, phone, firstName, lastName, accountId } = invite;
  const known = [...state.holders.values()].find((holder) => isSamePerson(invite, holder));
  const holder = known ?? { id: state.random.id(), email, phone, names: {} };
  holder.phone ??= phone;
  const name = holder.names[accountId];
  holder.names[accountId] = {
    firstName: firstName ?? name?.firstName,
    lastName: lastName ?? name?.lastName,
  };
  state.holders.set(holder.id, holder);
  return holder;
}

const inviteInput = z.object({
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

function checkContact({ email, phone }: InviteInput): void {
  const bad = (email !== undefined && !isEmail(email)) || (phone !== undefined && !isPhone(phone));
  if (bad || (email === undefined && phone === undefined)) {
    throw badRequest('a valid email address or phone number is required');
  }
}

/** Result of sending a message: `skipped` if none was requested, `failed` if it could not be sent. */
type DeliveryOutcome = 'sent' | 'failed' | 'skipped';

/** Send an invite as requested. If sending fails, the link still works. */
function deliverInvite(
  { state, account, body }: Call<unknown, InviteInput>,
  { id, name }: BadgeTemplate,
  { code, email, phone }: BadgeInvite,
): { email: DeliveryOutcome; phone: DeliveryOutcome } {
  const link = inviteLink(state, code);
  const text = `Your access badge "${name}" is ready to be added: ${link}`;
  const about = { name, passIds: [], templateId: id, inviteCode: code };
  const message = { ...about, body: text, link, locale: 'en' };
  const outcome = (sent: boolean): DeliveryOutcome => (sent ? 'sent' : 'failed');
  return {
    email: body.sendToEmail ? outcome(sendEmail(state, account, email, message)) : 'skipped',
    phone: body.sendToPhone ? outcome(sendText(state, account, phone, message)) : 'skipped',
  };
}

/** The endpoints of invites. */
export const inviteEndpoints: readonly Endpoint[] = [
  /** A single-use link for one person. A live one is returned unchanged, and sent again if requested. */
  endpoint('POST /badge/templates/:id/invites', {
    scopes: ['badges.issue'],
    body: inviteInput,
    handle: (call) => {
      const { state, body } = call;
      checkContact(body);
      const badge = ownBadge(call);
      if (!badge.active) throw new ServiceError(409, 'not_published');
      const live = invitesOf(state, badge).find(
        (invite) => isLive(state, invite) && isSamePerson(body, invite),
      );
      const invite = live ?? addInvite(state, badge, state.random.id(), body);
      const { code, email = null, phone = null, expiresAt, days } = invite;
      const url = inviteLink(state, code);
      const delivery = deliverInvite(call, badge, invite);
      return { code, url, email, phone, expiresAt, days, reused: live !== undefined, delivery };
    },
  }),

  /** Newest first; used and expired ones stay, and look the same. */
  endpoint('GET /badge/templates/:id/invites', {
    scopes: ['badges.viewAll'],
    handle: (call) => ({
      invites: invitesOf(call.state, ownBadge(call)).map(({ code, email, expiresAt }) => ({
        url: inviteLink(call.state, code),
        email: email ?? null,
        expiresAt,
      })),
    }),
  }),

  /** Remove the live invite of an email address. Used and expired ones stay, and so does a badge in its wallet. */
  endpoint('DELETE /badge/templates/:id/invites', {
    scopes: ['badges.issue'],
    body: z.object({
      email: z.string({ required_error: 'is required' }).trim().toLowerCase(),
    }),
    handle: (call) => {
      const { state } = call;
      const { email } = call.body;
      if (!isEmail(email)) throw badRequest('email: must be an email address');
      const live = invitesOf(state, ownBadge(call)).find(
        (invite) => isLive(state, invite) && invite.email === email,
      );
      if (live === undefined) throw notFound();
      state.invites.delete(live.code);
      return { success: true };
    },
  }),
];
