import type { BadgeHolder, BadgeInvite, BadgePass, BadgeTemplate } from './badgeEntities';

/** Serializable content of a badge store. */
export interface KeptBadges {
  templates: BadgeTemplate[];
  invites: BadgeInvite[];
  holders: BadgeHolder[];
  passes: BadgePass[];
  nextSequence: number;
}

/** All badges, invites, holders and badge passes. There are few, so lists are scanned. */
export class BadgeStore {
  readonly templates = new Map<string, BadgeTemplate>();
  readonly invites = new Map<string, BadgeInvite>();
  readonly holders = new Map<string, BadgeHolder>();
  readonly passes = new Map<string, BadgePass>();
  private nextSequence = 1;

  /** Sequence number of the next invite or badge pass; breaks ties of equal times. */
  takeSequence(): number {
    return this.nextSequence++;
  }

  /** A badge's invites, newest first. */
  invitesOf(badgeTemplateId: string): BadgeInvite[] {
    return [...this.invites.values()]
      .filter((invite) => invite.badgeTemplateId === badgeTemplateId)
      .sort((a, b) => b.createdAt - a.createdAt || b.sequence - a.sequence);
  }

  /** A holder's badge passes from one account, newest first. */
  passesOf(holderId: string, accountId: string): BadgePass[] {
    return [...this.passes.values()]
      .filter((pass) => pass.holderId === holderId && pass.accountId === accountId)
      .sort((a, b) => b.issuedAt - a.issuedAt || b.sequence - a.sequence);
  }

  keep(): KeptBadges {
    return {
      templates: [...this.templates.values()],
      invites: [...this.invites.values()],
      holders: [...this.holders.values()],
      passes: [...this.passes.values()],
      nextSequence: this.nextSequence,
    };
  }

  restore(kept: KeptBadges): void {
    for (const template of kept.templates) this.templates.set(template.id, template);
    for (const invite of kept.invites) this.invites.set(invite.code, invite);
    for (const holder of kept.holders) this.holders.set(holder.id, holder);
    for (const pass of kept.passes) this.passes.set(pass.id, pass);
    this.nextSequence = kept.nextSequence;
  }
}
