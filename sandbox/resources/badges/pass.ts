import { WALLET_A_PLATFORM } from '../../../shared/service/vocabulary';
import type { BadgePass, BadgePassStatus, BadgeTemplate } from '../../state/badgeEntities';
import type { State } from '../../state/state';
import { credentialsOf } from './credential';

/** Ended for good. */
const ENDED: readonly BadgePassStatus[] = ['REVOKED', 'USER_REVOKED', 'CANCELLED', 'EXPIRED'];

export const isEnded = ({ status }: BadgePass) => ENDED.includes(status);

/** Apply every lifecycle change that is due. Called before badge passes are read. */
export function settleBadges(state: State): void {
  const now = state.clock.now();
  for (const pass of state.badges.passes.values()) {
    if (pass.pending.length === 0) continue;
    for (const { action, at } of pass.pending) if (at <= now) takeEffect(pass, action);
    pass.pending = pass.pending.filter(({ at }) => at > now);
  }
}

/** The transitions of the states table; an action that does not apply to the status changes nothing. */
function takeEffect(pass: BadgePass, action: BadgePass['pending'][number]['action']): void {
  if (action === 'suspend' && pass.status === 'ACTIVE') pass.status = 'SUSPENDED';
  // Only the holder can end a pause by the holder.
  if (action === 'resume' && pass.status === 'SUSPENDED') pass.status = 'ACTIVE';
  if (action === 'revoke' && !isEnded(pass)) pass.status = 'REVOKED';
}

/** Issue a badge pass with a new card number. */
export function addBadgePass(
  state: State,
  badge: BadgeTemplate,
  known: Pick<BadgePass, 'id' | 'holderId'> & Partial<BadgePass>,
): BadgePass {
  const issuedAt = known.issuedAt ?? state.clock.now();
  const pass: BadgePass = {
    accountId: badge.accountId,
    badgeTemplateId: badge.id,
    status: 'ACTIVE',
    cardNumber: badge.nextCardNumber,
    issuedAt,
    pending: [],
    audit: [{ action: 'added', at: issuedAt }],
    sequence: state.badges.takeSequence(),
    ...known,
  };
  badge.nextCardNumber += 1;
  state.badges.passes.set(pass.id, pass);
  return pass;
}

/** A badge pass in a response. @param unreadable gives `credentials: null` */
export function badgePassView(state: State, pass: BadgePass, unreadable: boolean) {
  return {
    id: pass.id,
    status: pass.status,
    platform: WALLET_A_PLATFORM,
    issuedAt: pass.issuedAt,
    credentials: unreadable ? null : credentialsOf(pass, badgeOf(state, pass)),
  };
}

/** The badge a pass was issued from; badges are never deleted. */
export function badgeOf(state: State, { badgeTemplateId }: BadgePass): BadgeTemplate {
  return state.badges.templates.get(badgeTemplateId) as BadgeTemplate;
}
