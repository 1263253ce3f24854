import {
  addBadgeByInvite,
  inviteLink,
  type InviteState,
  inviteState,
} from '../resources/badges/invite';
import { settleBadges } from '../resources/badges/pass';
import type { BadgeInvite, BadgePass, BadgePassStatus } from '../state/badgeEntities';
import type { State } from '../state/state';

/** A badge pass in full, as the service holds it; a copy that can be kept. */
export type BookedBadgePass = BadgePass;

/** An invite in full; a copy that can be kept. */
export interface BookedInvite extends BadgeInvite {
  url: string;
  state: InviteState;
}

/** What tests can do to access badges besides calling the API. */
export interface BadgeControl {
  /**
   * A phone opens an invite and adds the badge, which is `ACTIVE` at once.
   * @throws Error when the invite cannot be used
   */
  badgeAdded(code: string): { userId: string; passId: string };
  /** Put a badge pass into any status; changes on their way are forgotten. */
  setBadgePassStatus(passId: string, status: BadgePassStatus): void;
  /** Badge passes of all accounts in order of issue, what is due having taken effect. */
  badgePasses(): BookedBadgePass[];
  /** Invites of all accounts in order of creation; cancelled ones are gone. */
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
