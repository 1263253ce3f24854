import type { Caller } from '../../auth/caller';
import { notFound, ServiceError } from '../../errors';
import type { BadgeHolder, BadgePass, BadgeTemplate } from '../../state/badgeEntities';
import type { State } from '../../state/state';

/**
 * Refuse an account without access badges.
 * @throws ServiceError 403 `access badges not enabled`
 */
export function requireBadges({ account }: Caller): void {
  if (!account.settings.accessBadges) throw new ServiceError(403, 'access badges not enabled');
}

/**
 * The caller's badge.
 * @throws ServiceError 403 `forbidden` for another account's, 404 `not found`
 */
export function ownBadge(state: State, caller: Caller, id: string): BadgeTemplate {
  const badge = state.badges.templates.get(id);
  if (badge === undefined) throw notFound();
  if (badge.accountId !== caller.account.id) throw new ServiceError(403, 'forbidden');
  return badge;
}

/**
 * A person who has or had a badge of the caller.
 * @throws ServiceError 404 `not found` when missing, not the caller's, or removed
 */
export function ownHolder(state: State, caller: Caller, id: string): BadgeHolder {
  const holder = state.badges.holders.get(id);
  if (holder?.names[caller.account.id] === undefined) throw notFound();
  return holder;
}

/**
 * The caller's badge pass.
 * @throws ServiceError 404 `not found` when missing or another account's
 */
export function ownBadgePass(state: State, caller: Caller, id: string): BadgePass {
  const pass = state.badges.passes.get(id);
  if (pass?.accountId !== caller.account.id) throw notFound();
  return pass;
}
