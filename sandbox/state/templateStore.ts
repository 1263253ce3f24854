import type { Template } from './entities';

/** All templates, found by ID or listed newest first per account. */
export class TemplateStore {
  private readonly byId = new Map<string, Template>();
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
}
