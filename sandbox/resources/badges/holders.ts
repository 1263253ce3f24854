import { z } from 'zod';

import { type Caller, requireScope } from '../../auth/caller';
import type { BadgeHolder, BadgeInvite, HolderName } from '../../state/badgeEntities';
import type { State } from '../../state/state';
import { optionalText, parse } from '../validate';
import { credentialsOf } from './credential';
import { ownBadge, ownHolder, requireBadges } from './find';
import { inviteLink } from './invite';
import { badgeOf, badgePassView, settleBadges } from './pass';

export const badgeFilter = z.object({ badgeTemplateId: optionalText });

/** Whether badge credentials can be read now, decided per request. */
export interface Reading {
  unreadable: boolean;
}

/**
 * `GET /badge/users`: everybody who has or had a badge, then those who are only invited, each
 * newest first.
 * @throws ServiceError 403 scope, not enabled or foreign badge, 404 no such badge
 */
export function listHolders(state: State, caller: Caller, query: unknown, reading: Reading) {
  requireScope(caller, 'badges.viewAll');
  requireBadges(caller);
  const { badgeTemplateId } = parse(badgeFilter, query);
  if (badgeTemplateId !== undefined) ownBadge(state, caller, badgeTemplateId);
  settleBadges(state);
  const holders = holdersOf(state, caller.account.id, badgeTemplateId);
  return {
    users: [
      ...holders.map((holder) => holderView(state, caller, holder, badgeTemplateId, reading)),
      ...onlyInvited(state, caller.account.id, holders, badgeTemplateId).map((invite) =>
        invitedView(state, invite),
      ),
    ],
  };
}

function holdersOf(state: State, accountId: string, badgeTemplateId?: string): BadgeHolder[] {
  return [...state.badges.holders.values()]
    .filter(
      ({ id, names }) =>
        names[accountId] !== undefined &&
        passesOf(state, id, accountId, badgeTemplateId).length > 0,
    )
    .reverse();
}

/** Unused invites of people who do not hold the requested badge, expired ones too. */
function onlyInvited(
  state: State,
  accountId: string,
  holders: readonly BadgeHolder[],
  badgeTemplateId?: string,
): BadgeInvite[] {
  const isHolder = ({ email, phone }: BadgeInvite) =>
    holders.some((holder) =>
      email === undefined ? holder.phone === phone : holder.email === email,
    );
  return [...state.badges.invites.values()]
    .filter(
      (invite) =>
        invite.accountId === accountId &&
        (badgeTemplateId ?? invite.badgeTemplateId) === invite.badgeTemplateId &&
        invite.usedAt === null &&
        !isHolder(invite),
    )
    .reverse();
}

function passesOf(state: State, holderId: string, accountId: string, badgeTemplateId?: string) {
  return state.badges
    .passesOf(holderId, accountId)
    .filter((pass) => (badgeTemplateId ?? pass.badgeTemplateId) === pass.badgeTemplateId);
}

/** A holder in a response: `active` while any badge opens doors. */
function holderView(
  state: State,
  { account }: Caller,
  holder: BadgeHolder,
  badgeTemplateId: string | undefined,
  { unreadable }: Reading,
) {
  const passes = passesOf(state, holder.id, account.id, badgeTemplateId);
  return {
    id: holder.id,
    email: holder.email ?? null,
    phone: holder.phone ?? null,
    name: fullName(holder.names[account.id]),
    active: passes.some(({ status }) => status === 'ACTIVE'),
    credentials: unreadable
      ? null
      : passes.flatMap((pass) => credentialsOf(pass, badgeOf(state, pass))),
  };
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

/** First and last name as one text; `null` when neither is known. */
export function fullName(name: HolderName | undefined): string | null {
  const parts = [name?.firstName, name?.lastName].filter((part) => part !== undefined);
  return parts.length === 0 ? null : parts.join(' ');
}

/**
 * `GET /badge/users/{userId}/passes`: the holder's badge passes from the caller, newest first.
 * @throws ServiceError 403 scope, not enabled or foreign badge, 404 no such holder or badge
 */
export function listHolderPasses(
  state: State,
  caller: Caller,
  holderId: string,
  query: unknown,
  { unreadable }: Reading,
) {
  requireScope(caller, 'badges.viewAll');
  requireBadges(caller);
  const { badgeTemplateId } = parse(badgeFilter, query);
  if (badgeTemplateId !== undefined) ownBadge(state, caller, badgeTemplateId);
  const holder = ownHolder(state, caller, holderId);
  settleBadges(state);
  return {
    passes: passesOf(state, holder.id, caller.account.id, badgeTemplateId).map((pass) =>
      badgePassView(state, pass, unreadable),
    ),
  };
}
