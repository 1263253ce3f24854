/**
 * The passes of a template that a run has named, and their rows as far as they have been read. Only these rows are
 * kept, so that the size of a template does not matter. It sends nothing: {@link import('./listReader').ListReader}
 * reads, and hands over every row.
 */

import type { PassRow } from '../../service/schemas';

/** What an item says about its pass. */
interface PassName {
  passId?: string | undefined;
  externalId?: string | null | undefined;
}

export class NamedPasses {
  readonly #passIds = new Set<string>();
  /** By external ID, then by pass ID, in the order in which they were read last. */
  readonly #byExternalId = new Map<string, Map<string, PassRow>>();
  readonly #byPassId = new Map<string, PassRow>();

  /** Names a pass. Rows that were read before are not kept. */
  add({ passId, externalId }: PassName): void {
    if (passId !== undefined) this.#passIds.add(passId);
    if (typeof externalId === 'string' && !this.#byExternalId.has(externalId)) {
      this.#byExternalId.set(externalId, new Map());
    }
  }

  has({ passId, externalId }: PassName): boolean {
    return this.#passIds.has(passId ?? '') || this.#byExternalId.has(externalId ?? '');
  }

  /** How many external IDs are named. */
  get externalIdCount(): number {
    return this.#byExternalId.size;
  }

  /** Keeps the row if its pass is named; a row that was read later replaces an earlier one. */
  keep(row: PassRow): void {
    const ofExternalId = this.#byExternalId.get(row.externalId ?? '');
    if (ofExternalId || this.#passIds.has(row.id)) this.#byPassId.set(row.id, row);
    ofExternalId?.delete(row.id);
    ofExternalId?.set(row.id, row);
  }

  row(passId: string): PassRow | undefined {
    return this.#byPassId.get(passId);
  }

  /** The rows of an external ID that were read so far, by pass ID: another run may have issued a second pass. */
  rowsOf(externalId: string): ReadonlyMap<string, PassRow> {
    return this.#byExternalId.get(externalId) ?? new Map<string, PassRow>();
  }
}
