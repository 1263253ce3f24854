import {
  addBadgeByInvite,
  inviteLink,
  type InviteState,
  inviteState,
} from '../resources/badges/invite';
import { settleBadges } from '../resources/badges/pass';
import type { BadgeInvite, BadgePass, BadgePassStatus } from '../state/badgeEntities';
import type { State } from '../state/state';

/** Copy of a badge pass record. */
export type BookedBadgePass = BadgePass;

/** Copy of an invite record. */
export interface BookedInvite extends BadgeInvite {
  url: string;
  state: InviteState;
}

/** Test controls for access badges. */
export interface BadgeControl {
  /**
   * A phone opens an invite and adds the badge, which is `ACTIVE` immediately.
   * @throws Error when the invite cannot be used
   */
  badgeAdded(code: string): { userId: string; passId: string };
  /** Set the status of a badge pass; pending changes are discarded. */
  setBadgePassStatus(passId: string, status: BadgePassStatus): void;
  /** Badge passes of all accounts in order of issue, after changes that are due have been applied. */
  badgePasses(): BookedBadgePass[];
  /** Invites of all accounts in order of creation, without canceled ones. */
  badgeInvites(): BookedInvite[];
}

/** The badge controls over a running service. */
export function createBadgeControl(state: () => State): BadgeControl {
  return {
    badgeAdded: (code) => {
      const { holder, pass } = addBadgeByInvite(state(), code);
      return { userId: holder.id, passId: pass.id };
    },
    setBadgePassStatus: (passId, status) => {
      const pass = state().badges.passes.get(passId);
      if (pass === undefined) throw new Error(`No badge pass ${passId}`);
      pass.status = status;
      pass.pending = [];
    },
    badgePasses: () => {
      settleBadges(state());
      return [...state().badges.passes.values()].map((pass) => structuredClone(pass));
    },
    badgeInvites: () =>
      [...state().badges.invites.values()].map((invite) => ({
        ...invite,
        url: inviteLink(state(), invite.code),
        state: inviteState(invite, state().clock.now()),
      })),
  };
}
