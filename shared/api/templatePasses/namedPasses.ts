/**
 * The passes of a template that a run has named, and their rows as far as they have been read, also those whose external
 * ID differs only in spelling. Only these rows are kept, so that the size of a template does not matter. It sends
 * nothing: {@link import('./listReader').ListReader} reads, and hands over every row.
 */

import { looseExternalId } from '../../service/externalIds';
import type { PassRow } from '../../service/schemas';

/** What an item says about its pass. */
interface PassName {
  passId?: string | undefined;
  externalId?: string | null | undefined;
}

export class NamedPasses {
  readonly #passIds = new Set<string>();
  readonly #byPassId = new Map<string, PassRow>();
  /** All external IDs of the items, also of those that are not sent. */
  readonly #ofItems = new Set<string>();
  /** Those that the run looks up. */
  readonly #externalIds = new Set<string>();
  /** By the loose form of the external ID, then by pass ID, in the order in which they were read last. */
  readonly #byLooseId = new Map<string, Map<string, PassRow>>();

  /** Names a pass that the run looks up. Rows that were read before are not kept. */
  add({ passId, externalId }: PassName): void {
    if (passId !== undefined) this.#passIds.add(passId);
    if (typeof externalId !== 'string') return;
    this.#externalIds.add(externalId);
    this.mention(externalId);
  }

  /** Names the external ID of an item, whether it is looked up or not. */
  mention(externalId: string): void {
    if (this.#ofItems.has(externalId)) return;
    this.#ofItems.add(externalId);
    const key = looseExternalId(externalId);
    if (!this.#byLooseId.has(key)) this.#byLooseId.set(key, new Map());
  }

  has({ passId, externalId }: PassName): boolean {
    return this.#passIds.has(passId ?? '') || this.#ofItems.has(externalId ?? '');
  }

  /** How many external IDs the run looks up. */
  get externalIdCount(): number {
    return this.#externalIds.size;
  }

  /** Keeps the row if its pass is named; a row that was read later replaces an earlier one. */
  keep(row: PassRow): void {
    const rows = row.externalId ? this.#byLooseId.get(looseExternalId(row.externalId)) : undefined;
    if (this.has({ passId: row.id, externalId: row.externalId })) this.#byPassId.set(row.id, row);
    rows?.delete(row.id);
    rows?.set(row.id, row);
  }

  row(passId: string): PassRow | undefined {
    return this.#byPassId.get(passId);
  }

  /** The rows of an external ID that were read so far: another run may have issued a second pass. */
  rowsOf(externalId: string): PassRow[] {
    return this.#spellingsOf(externalId).filter((row) => row.externalId === externalId);
  }

  /**
   * The external ID of a pass, valid or not, that seems to be this one in another spelling; `undefined` if this one has a
   * pass, or if that pass is the one of another item.
   */
  otherSpellingOf(externalId: string): string | undefined {
    const ids = this.#spellingsOf(externalId).map((row) => row.externalId ?? '');
    return ids.includes(externalId) ? undefined : ids.find((id) => !this.#ofItems.has(id));
  }

  #spellingsOf(externalId: string): PassRow[] {
    return [...(this.#byLooseId.get(looseExternalId(externalId))?.values() ?? [])];
  }
}
