import { z } from 'zod';

import { LIMITS } from '../../../shared/service/vocabulary';
import { type Caller, requireScope } from '../../auth/caller';
import { LIFECYCLE_ACTIONS } from '../../state/badgeEntities';
import type { State } from '../../state/state';
import { parse } from '../validate';
import { ownBadgePass, requireBadges } from './find';
import { settleBadges } from './pass';

/** "takes effect a moment after the 202 answer": ms of the service's clock. */
const MOMENT = 2000;
const MOST = LIMITS.lifecycleReasonLength;

export const lifecycleInput = z.object({
  action: z.enum(LIFECYCLE_ACTIONS),
  reason: z.string().max(MOST, `must be at most ${MOST} characters`).optional(),
});

/**
 * `POST /badge/passes/{passId}/lifecycle`: accepted immediately, applied a moment later. Only then is the
 * action checked against the status; one that does not apply changes nothing.
 * @throws ServiceError 400 bad body, 403 scope or not enabled, 404 no such badge pass
 */
export function changeLifecycle(
  state: State,
  caller: Caller,
  passId: string,
  body: Record<string, unknown>,
) {
  requireScope(caller, body.action === 'refresh' ? 'badges.edit' : 'badges.revoke');
  requireBadges(caller);
  const { action, reason } = parse(lifecycleInput, body);
  const pass = ownBadgePass(state, caller, passId);
  settleBadges(state);
  const now = state.clock.now();
  pass.pending.push({ action, at: now + MOMENT });
  const kept = action === 'suspend' || action === 'resume' ? reason : undefined;
  pass.audit.push({ action, reason: kept, at: now });
  return { success: true };
}
