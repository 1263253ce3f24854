import { z } from 'zod';

import { type Caller, requireScope } from '../../auth/caller';
import type { State } from '../../state/state';
import { optionalText, parse } from '../validate';
import { ownHolder, requireBadges } from './find';
import { fullName } from './holders';
import { isLive } from './invite';
import { isEnded, settleBadges } from './pass';

export const renameInput = z
  .object({ firstName: optionalText, lastName: optionalText })
  .refine(
    ({ firstName, lastName }) => firstName !== undefined || lastName !== undefined,
    'Send firstName, lastName or both.',
  );

/**
 * `PATCH /badge/users/{id}`: rename a holder, on every badge the person holds from the caller.
 * @returns the holder and, in `refreshed`, the badge passes the name was pushed to
 * @throws ServiceError 400 no name, 403 scope or not enabled, 404 no such holder
 */
export function renameHolder(state: State, caller: Caller, holderId: string, body: unknown) {
  requireScope(caller, 'badges.edit');
  requireBadges(caller);
  const { firstName, lastName } = parse(renameInput, body);
  const { account } = caller;
  const holder = ownHolder(state, caller, holderId);
  settleBadges(state);
  const before = holder.names[account.id];
  const name = {
    firstName: firstName ?? before?.firstName,
    lastName: lastName ?? before?.lastName,
  };
  holder.names[account.id] = name;
  const held = state.badges.passesOf(holder.id, account.id).filter((pass) => !isEnded(pass));
  for (const pass of held) pass.audit.push({ action: 'renamed', at: state.clock.now() });
  return {
    id: holder.id,
    email: holder.email ?? null,
    phone: holder.phone ?? null,
    name: fullName(name),
    refreshed: held.map(({ id, status }) => ({ passId: id, status })),
  };
}

/**
 * `DELETE /badge/users/{id}`: revoke every badge the person holds from the caller, and withdraw every live invite; used and expired ones stay in their lists. Badges of other accounts stay.
 * @returns `holderKept`: whether the person also holds a badge from another account
 * @throws ServiceError 403 scope or not enabled, 404 no such holder
 */
export function removeHolder(state: State, caller: Caller, holderId: string) {
  requireScope(caller, 'badges.revoke');
  requireBadges(caller);
  const { account } = caller;
  const holder = ownHolder(state, caller, holderId);
  settleBadges(state);
  for (const pass of state.badges.passesOf(holder.id, account.id)) {
    if (isEnded(pass)) continue;
    pass.status = 'REVOKED';
    pass.pending = [];
    pass.audit.push({ action: 'removed', at: state.clock.now() });
  }
  const { email, phone } = holder;
  const now = state.clock.now();
  for (const invite of [...state.badges.invites.values()]) {
    if (invite.accountId !== account.id || !isLive(invite, now)) continue;
    const same = invite.email === undefined ? invite.phone === phone : invite.email === email;
    if (same) state.badges.invites.delete(invite.code);
  }
  Reflect.deleteProperty(holder.names, account.id);
  const holderKept = Object.keys(holder.names).some((accountId) =>
    state.badges.passesOf(holder.id, accountId).some((pass) => !isEnded(pass)),
  );
  return { success: true, holderKept };
}
