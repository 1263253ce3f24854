import type { Pass } from './entities';

/** Oldest first; passes of the same millisecond in order of issue. */
function byAge(a: Pass, b: Pass): number {
  return a.created - b.created || a.sequence - b.sequence;
}

/** How many passes of an oldest-first list were created before `created` (binary search). */
function countBefore(passes: readonly Pass[], created: number): number {
  let low = 0;
  let high = passes.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((passes[middle] as Pass).created < created) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Serializable content of a pass store. */
export interface KeptPasses {
  /** In order of insertion. */
  passes: Pass[];
  nextSequence: number;
}

/** All passes, found by ID, by external ID within a template, by contact, or listed newest first. */
export class PassStore {
  private readonly byId = new Map<string, Pass>();
  private readonly byTemplate = new Map<string, Pass[]>();
  private readonly byExternalId = new Map<string, Pass[]>();
  private readonly byContact = new Map<string, Set<Pass>>();
  private readonly perAccount = new Map<string, number>();
  private nextSequence = 1;

  /** Sequence number of the next pass; breaks ties of `created`. */
  takeSequence(): number {
    return this.nextSequence++;
  }

  add(pass: Pass): void {
    const siblings = this.ofTemplate(pass.templateId);
    const last = siblings.at(-1);
    if (last === undefined || byAge(last, pass) <= 0) siblings.push(pass);
    else siblings.splice(countBefore(siblings, pass.created + 1), 0, pass); // the clock went back
    this.index(pass);
  }

  /** Add many passes of one template at the cost of one sort. */
  addMany(templateId: string, passes: readonly Pass[]): void {
    const siblings = this.ofTemplate(templateId);
    for (const pass of passes) {
      siblings.push(pass);
      this.index(pass);
    }
    siblings.sort(byAge);
  }

  get(id: string): Pass | undefined {
    return this.byId.get(id);
  }

  /** External IDs are not enforced unique: calls use the first pass issued with one. */
  firstByExternalId(templateId: string, externalId: string): Pass | undefined {
    return this.byExternalId.get(key(templateId, externalId))?.[0];
  }

  count(templateId: string): number {
    return this.byTemplate.get(templateId)?.length ?? 0;
  }

  countOfAccount(accountId: string): number {
    return this.perAccount.get(accountId) ?? 0;
  }

  /**
   * A page of a template's passes, newest first.
   * @param before only passes with `created` strictly below it (epoch ms)
   * @param limit maximum number of passes; all by default
   */
  newestFirst(templateId: string, before?: number, limit = Infinity): Pass[] {
    const siblings = this.byTemplate.get(templateId) ?? [];
    const end = before === undefined ? siblings.length : countBefore(siblings, before);
    return siblings.slice(Math.max(0, end - limit), end).reverse();
  }

  /** The template's passes whose email or phone equals `contact` exactly, newest first. */
  findByContact(templateId: string, contact: string): Pass[] {
    return [...(this.byContact.get(key(templateId, contact)) ?? [])].sort((a, b) => byAge(b, a));
  }

  /** Store new contact details and update the contact index. */
  setContact(pass: Pass, email: string | undefined, phone: string | undefined): void {
    this.unindexContact(pass);
    pass.email = email;
    pass.phone = phone;
    this.indexContact(pass);
  }

  /** Every pass, in order of insertion. */
  all(): IterableIterator<Pass> {
    return this.byId.values();
  }

  keep(): KeptPasses {
    return { passes: [...this.all()], nextSequence: this.nextSequence };
  }

  restore({ passes, nextSequence }: KeptPasses): void {
    for (const pass of passes) {
      this.ofTemplate(pass.templateId).push(pass);
      this.index(pass);
    }
    for (const siblings of this.byTemplate.values()) siblings.sort(byAge);
    this.nextSequence = nextSequence;
  }

  private ofTemplate(templateId: string): Pass[] {
    let siblings = this.byTemplate.get(templateId);
    if (siblings === undefined) this.byTemplate.set(templateId, (siblings = []));
    return siblings;
  }

  private index(pass: Pass): void {
    this.byId.set(pass.id, pass);
    this.perAccount.set(pass.accountId, this.countOfAccount(pass.accountId) + 1);
    if (pass.externalId !== undefined) {
      const k = key(pass.templateId, pass.externalId);
      const known = this.byExternalId.get(k);
      if (known === undefined) this.byExternalId.set(k, [pass]);
      else known.push(pass);
    }
    this.indexContact(pass);
  }

  private indexContact(pass: Pass): void {
    for (const contact of contactsOf(pass)) {
      const k = key(pass.templateId, contact);
      const known = this.byContact.get(k);
      if (known === undefined) this.byContact.set(k, new Set([pass]));
      else known.add(pass);
    }
  }

  private unindexContact(pass: Pass): void {
    for (const contact of contactsOf(pass)) {
      this.byContact.get(key(pass.templateId, contact))?.delete(pass);
    }
  }
}

function contactsOf(pass: Pass): string[] {
  return [pass.email, pass.phone].filter((contact) => contact !== undefined);
}

function key(templateId: string, value: string): string {
  return `${templateId}\u0000${value}`;
}
