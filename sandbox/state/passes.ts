import type { Pass } from './entities';

/** Passes by ID, also found by external ID within a template, and listed by age per template. */
export class Passes extends Map<string, Pass> {
  /** Per template, oldest first; passes of the same millisecond in order of issue. */
  private readonly byTemplate = new Map<string, Pass[]>();
  private readonly byExternalId = new Map<string, Pass>();

  /** Add a pass; it is changed in place later. */
  override set(id: string, pass: Pass): this {
    super.set(id, pass);
    const siblings = this.byTemplate.get(pass.templateId) ?? [];
    // Usually the end; not if the clock went back.
    siblings.splice(countBefore(siblings, pass.created + 1), 0, pass);
    this.byTemplate.set(pass.templateId, siblings);
    if (pass.externalId === undefined) return this;
    const key = externalKey(pass.templateId, pass.externalId);
    if (!this.byExternalId.has(key)) this.byExternalId.set(key, pass);
    return this;
  }

  /** External IDs are not enforced unique: calls use the first pass issued with one. */
  firstByExternalId(templateId: string, externalId: string): Pass | undefined {
    return this.byExternalId.get(externalKey(templateId, externalId));
  }

  count(templateId: string): number {
    return this.byTemplate.get(templateId)?.length ?? 0;
  }

  /**
   * A page of a template's passes, newest first.
   * @param before only passes with `created` strictly below it (epoch ms)
   * @param limit maximum number of passes; all by default
   */
  newestFirst(templateId: string, before = Infinity, limit = Infinity): Pass[] {
    const siblings = this.byTemplate.get(templateId) ?? [];
    const end = countBefore(siblings, before);
    return siblings.slice(Math.max(0, end - limit), end).reverse();
  }
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

function externalKey(templateId: string, externalId: string): string {
  return `${templateId}\u0000${externalId}`;
}
