import { z } from 'zod';

import { LIMITS, WALLET_A_PLATFORM, WALLET_A_STATUS } from '../../../shared/service/vocabulary';
import { notFound } from '../../errors';
import { type Call, type Endpoint, endpoint } from '../../http/endpoint';
import {
  type BadgeHolder,
  type BadgeInvite,
  type BadgeTemplate,
  LIFECYCLE_ACTIONS,
} from '../../state/entities';
import { newestFirst, type State } from '../../state/state';
import { optionalText } from '../validate';
import {
  badgePassesOf,
  credentialsOf,
  fullName,
  isEnded,
  isSamePerson,
  ownBadge,
  settledBadgePasses,
} from './badge';
import { inviteEndpoints, inviteLink, isLive } from './invites';

/** "takes effect a moment after the 202 answer": ms of the service's clock. */
const MOMENT = 2000;
const LONGEST_REASON = LIMITS.lifecycleReasonLength;

const badgeFilter = z.object({ badgeTemplateId: optionalText });

/** A badge in a response. */
function badgeView({ id, name, active, walletAStatus, created, updated }: BadgeTemplate) {
  return { id, name, active, [WALLET_A_STATUS]: walletAStatus, created, updated };
}

/**
 * A person who has or had a badge of the caller.
 * @throws ServiceError 404 `not found` when missing, not the caller's, or removed
 */
function ownHolder({ state, account, id }: Call): BadgeHolder {
  const holder = state.holders.get(id);
  if (holder?.names[account.id] === undefined) throw notFound();
  return holder;
}

/** Who a holder is, for one account. */
function personView({ id, email, phone, names }: BadgeHolder, accountId: string) {
  return { id, email: email ?? null, phone: phone ?? null, name: fullName(names[accountId]) };
}

/** A person with an invite and no badge yet; the ID is created with the badge. */
function invitedView(state: State, invite: BadgeInvite) {
  return {
    id: null,
    email: invite.email ?? null,
    phone: invite.phone ?? null,
    name: fullName(invite),
    active: false,
    credentials: [],
    invited: true,
    invitedAt: invite.createdAt,
    expiresAt: invite.expiresAt,
    inviteUrl: inviteLink(state, invite.code),
  };
}

/** Everybody who has or had a badge, then those who are only invited, each newest first. */
const listHolders = endpoint('GET /badge/users', {
  scopes: ['badges.viewAll'],
  query: badgeFilter,
  handle: (call) => {
    const { state, account, query } = call;
    const { badgeTemplateId } = query;
    if (badgeTemplateId !== undefined) ownBadge(call, badgeTemplateId);
    const passesOf = ({ id }: BadgeHolder) => badgePassesOf(state, id, account.id, badgeTemplateId);
    const holders = [...state.holders.values()]
      .filter((holder) => holder.names[account.id] !== undefined && passesOf(holder).length > 0)
      .reverse();
    // Unused invites of people who do not hold the requested badge, expired ones too.
    const invited = [...state.invites.values()]
      .filter(
        (invite) =>
          invite.accountId === account.id &&
          (badgeTemplateId ?? invite.badgeTemplateId) === invite.badgeTemplateId &&
          invite.usedAt === null &&
          !holders.some((holder) => isSamePerson(invite, holder)),
      )
      .reverse();
    return {
      users: [
        ...holders.map((holder) => ({
          ...personView(holder, account.id),
          active: passesOf(holder).some(({ status }) => status === 'ACTIVE'),
          credentials: passesOf(holder).flatMap((pass) => credentialsOf(state, pass)),
        })),
        ...invited.map((invite) => invitedView(state, invite)),
      ],
    };
  },
});

/** The holder's badge passes from the caller, newest first. */
const listHolderPasses = endpoint('GET /badge/users/:id/passes', {
  scopes: ['badges.viewAll'],
  query: badgeFilter,
  handle: (call) => {
    const { state, account, query } = call;
    if (query.badgeTemplateId !== undefined) ownBadge(call, query.badgeTemplateId);
    const { id } = ownHolder(call);
    return {
      passes: badgePassesOf(state, id, account.id, query.badgeTemplateId).map((pass) => ({
        id: pass.id,
        status: pass.status,
        platform: WALLET_A_PLATFORM,
        issuedAt: pass.issuedAt,
        credentials: credentialsOf(state, pass),
      })),
    };
  },
});

/** Rename a holder, on every badge the person holds from the caller; `refreshed` lists those badge passes. */
const renameHolder = endpoint('PATCH /badge/users/:id', {
  scopes: ['badges.edit'],
  body: z
    .object({ firstName: optionalText, lastName: optionalText })
    .refine(
      ({ firstName, lastName }) => firstName !== undefined || lastName !== undefined,
      'Send firstName, lastName or both.',
    ),
  handle: (call) => {
    const { state, account, body } = call;
    const holder = ownHolder(call);
    const before = holder.names[account.id];
    holder.names[account.id] = {
      firstName: body.firstName ?? before?.firstName,
      lastName: body.lastName ?? before?.lastName,
    };
    const held = badgePassesOf(state, holder.id, account.id).filter((pass) => !isEnded(pass));
    for (const pass of held) pass.audit.push({ action: 'renamed', at: state.clock.now() });
    return {
      ...personView(holder, account.id),
      refreshed: held.map(({ id, status }) => ({ passId: id, status })),
    };
  },
});

/**
 * Revoke every badge the person holds from the caller, and withdraw every live invite; used and expired ones
 * stay in their lists. Badges of other accounts stay.
 */
const removeHolder = endpoint('DELETE /badge/users/:id', {
  scopes: ['badges.revoke'],
  handle: (call) => {
    const { state, account } = call;
    const holder = ownHolder(call);
    for (const pass of badgePassesOf(state, holder.id, account.id)) {
      if (isEnded(pass)) continue;
      pass.status = 'REVOKED';
      pass.pending = [];
      pass.audit.push({ action: 'removed', at: state.clock.now() });
    }
    for (const invite of state.invites.values()) {
      if (invite.accountId !== account.id || !isLive(state, invite)) continue;
      if (isSamePerson(invite, holder)) state.invites.delete(invite.code);
    }
    Reflect.deleteProperty(holder.names, account.id);
    const holderKept = Object.keys(holder.names).some((accountId) =>
      badgePassesOf(state, holder.id, accountId).some((pass) => !isEnded(pass)),
    );
    return { success: true, holderKept };
  },
});

/**
 * A lifecycle change is accepted immediately and applied a moment later. Only then is the action checked against
 * the status; one that does not apply changes nothing.
 */
const changeLifecycle = endpoint('POST /badge/passes/:id/lifecycle', {
  scopes: ({ action }) => [action === 'refresh' ? 'badges.edit' : 'badges.revoke'],
  status: 202,
  body: z.object({
    action: z.enum(LIFECYCLE_ACTIONS),
    reason: z
      .string()
      .max(LONGEST_REASON, `must be at most ${LONGEST_REASON} characters`)
      .optional(),
  }),
  handle: ({ state, account, id, body: { action, reason } }) => {
    const pass = settledBadgePasses(state).find((known) => known.id === id);
    if (pass?.accountId !== account.id) throw notFound();
    const now = state.clock.now();
    pass.pending.push({ action, at: now + MOMENT });
    const kept = action === 'suspend' || action === 'resume' ? reason : undefined;
    pass.audit.push({ action, reason: kept, at: now });
    return { success: true };
  },
});

/** The endpoints of access badges. */
export const badgeEndpoints: readonly Endpoint[] = [
  /** Every badge of the account, published or not, newest first. */
  endpoint('GET /badge/templates', {
    scopes: ['badges.viewAll'],
    handle: ({ state, account }) => {
      const own = [...state.badges.values()].filter(({ accountId }) => accountId === account.id);
      return { templates: newestFirst(own, ({ created }) => created).map(badgeView) };
    },
  }),
  endpoint('GET /badge/templates/:id', {
    scopes: ['badges.viewAll'],
    handle: (call) => badgeView(ownBadge(call)),
  }),
  ...inviteEndpoints,
  listHolders,
  listHolderPasses,
  renameHolder,
  removeHolder,
  changeLifecycle,
];
