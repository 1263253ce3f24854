import type { Template } from './entities';

/** Serializable content of a template store. */
export interface KeptTemplates {
  templates: Template[];
  /** Deleted templates; their passes still exist and are shown. */
  deleted: Template[];
  nextSequence: number;
}

/** All templates, found by ID or listed newest first per account. */
export class TemplateStore {
  private readonly byId = new Map<string, Template>();
  private readonly deleted = new Map<string, Template>();
  private nextSequence = 1;

  takeSequence(): number {
    return this.nextSequence++;
  }

  add(template: Template): void {
    this.byId.set(template.id, template);
  }

  get(id: string): Template | undefined {
    return this.byId.get(id);
  }

  /** The template even when it was deleted: holders keep the card in their wallets. */
  getEvenDeleted(id: string): Template | undefined {
    return this.byId.get(id) ?? this.deleted.get(id);
  }

  delete(template: Template): void {
    this.byId.delete(template.id);
    this.deleted.set(template.id, template);
  }

  /** The template when it belongs to the account; foreign and missing ones look the same. */
  owned(id: string, accountId: string): Template | undefined {
    const template = this.byId.get(id);
    return template?.accountId === accountId ? template : undefined;
  }

  /** Newest first; templates of the same millisecond by order of creation, latest first. */
  newestFirst(accountId: string): Template[] {
    return [...this.byId.values()]
      .filter((template) => template.accountId === accountId)
      .sort((a, b) => b.created - a.created || b.sequence - a.sequence);
  }

  keep(): KeptTemplates {
    const { nextSequence } = this;
    return {
      templates: [...this.byId.values()],
      deleted: [...this.deleted.values()],
      nextSequence,
    };
  }

  restore({ templates, deleted, nextSequence }: KeptTemplates): void {
    for (const template of templates) this.byId.set(template.id, template);
    for (const template of deleted) this.deleted.set(template.id, template);
    this.nextSequence = nextSequence;
  }
}
