import { WALLET_A_STATUS } from '../../../shared/service/vocabulary';
import { type Caller, requireScope } from '../../auth/caller';
import type { BadgeTemplate } from '../../state/badgeEntities';
import type { State } from '../../state/state';
import { ownBadge, requireBadges } from './find';

/** A badge in a response. */
function badgeView({ id, name, active, walletAStatus, created, updated }: BadgeTemplate) {
  return { id, name, active, [WALLET_A_STATUS]: walletAStatus, created, updated };
}

/**
 * `GET /badge/templates`: every badge of the account, published or not, newest first.
 * @throws ServiceError 403 scope or badges not enabled
 */
export function listBadges(state: State, caller: Caller) {
  requireScope(caller, 'badges.viewAll');
  requireBadges(caller);
  const own = [...state.badges.templates.values()]
    .filter(({ accountId }) => accountId === caller.account.id)
    .sort((a, b) => b.created - a.created);
  return { templates: own.map(badgeView) };
}

/**
 * `GET /badge/templates/{id}`.
 * @throws ServiceError 403 scope, badges not enabled or foreign, 404 missing
 */
export function readBadge(state: State, caller: Caller, id: string) {
  requireScope(caller, 'badges.viewAll');
  requireBadges(caller);
  return badgeView(ownBadge(state, caller, id));
}
