import { looseExternalId } from '../service/externalIds';
import type { PassRow } from '../service/schemas';

/** The IDs by which an item names its pass: the pass ID, the external ID, both, or neither. */
export interface PassName {
  passId?: string | undefined;
  externalId?: string | null | undefined;
}

/** Facts about an external ID that do not come from the list. */
interface IdFacts {
  /** How many items have it. */
  itemCount: number;
  /** Whether an item will look it up. */
  willLookUp: boolean;
  /** Whether an earlier attempt may still be issuing its pass, which can then appear at any moment. */
  mayBeInFlight: boolean;
  /** ID of the pass that the run has issued. */
  issuedPassId?: string;
  /** What an item of the run has sent to its pass last, or would send. */
  sent?: { values: string; passId?: string | undefined };
}

/** External IDs that differ only in spelling, and the passes that have them. */
interface Spellings {
  /** The external IDs that items have, in the order of the items. */
  externalIds: string[];
  /** IDs of the passes that were read and have any of these spellings. */
  passIds?: Set<string>;
}

/**
 * Everything a run knows about the passes of one template without a request: the IDs that its items have, the passes
 * that it issued, what items have sent to a pass that several of them name, and the rows that it read. Only rows of
 * passes that items name are kept, so that the size of a template does not matter.
 */
export class PassCache {
  /** By pass ID; `undefined` if an item names the pass, but its row has not been read. */
  readonly #rows = new Map<string, PassRow | undefined>();
  readonly #ids = new Map<string, IdFacts>();
  /** By the loose form of an external ID. */
  readonly #spellings = new Map<string, Spellings>();
  #lookupCount = 0;

  /** How many external IDs will be looked up. */
  get lookupCount(): number {
    return this.#lookupCount;
  }

  /**
   * Registers the pass of an item. Register all items before the list is read: rows of passes that no item names are
   * dropped.
   */
  register(
    { passId, externalId }: PassName,
    { willLookUp = false, mayBeInFlight = false } = {},
  ): void {
    if (passId !== undefined && !this.#rows.has(passId)) this.#rows.set(passId, undefined);
    if (!externalId) return;
    const facts = this.#factsOf(externalId);
    facts.itemCount += 1;
    facts.mayBeInFlight ||= mayBeInFlight;
    if (willLookUp && !facts.willLookUp) this.#lookupCount += 1;
    facts.willLookUp ||= willLookUp;
  }

  /** Whether several items have an external ID. */
  isShared(externalId: string): boolean {
    return (this.#ids.get(externalId)?.itemCount ?? 0) > 1;
  }

  /** Whether an earlier attempt may still be issuing the pass. */
  mayBeInFlight(externalId: string): boolean {
    return this.#ids.get(externalId)?.mayBeInFlight === true;
  }

  /** Records a pass that the run has issued. */
  recordIssued(externalId: string, passId: string): void {
    this.#factsOf(externalId).issuedPassId ??= passId;
  }

  /** Whether the run has issued a pass with an external ID. */
  hasIssued(externalId: string): boolean {
    return this.#ids.get(externalId)?.issuedPassId !== undefined;
  }

  /**
   * Records what an item has sent to the pass of an external ID that several items have, or would send in a preview.
   */
  recordSent(externalId: string, values: unknown, passId?: string): void {
    if (!this.isShared(externalId)) return;
    this.#factsOf(externalId).sent = { values: JSON.stringify(values), passId };
  }

  /** The last item that was sent to the pass of an external ID, if it had the same values; `undefined` otherwise. */
  lastSent(externalId: string, values: unknown): { passId?: string | undefined } | undefined {
    const sent = this.#ids.get(externalId)?.sent;
    return sent && sent.values === JSON.stringify(values) ? sent : undefined;
  }

  /** The cached rows with exactly this external ID. More than one row means that the template has duplicates. */
  rowsWith(externalId: string): PassRow[] {
    return this.#rowsAlike(externalId).filter((row) => row.externalId === externalId);
  }

  /**
   * Finds a pass, valid or not, whose external ID differs from this one only in spelling, and returns its external ID.
   * Returns `undefined` if a pass has exactly this ID. Ignores passes that the run has issued.
   */
  otherSpellingOf(externalId: string): string | undefined {
    const others = this.#rowsAlike(externalId).filter(
      (row) => this.#ids.get(row.externalId ?? '')?.issuedPassId !== row.id,
    );
    const ids = others.map((row) => row.externalId);
    return ids.includes(externalId) ? undefined : (ids[0] ?? undefined);
  }

  /** How the first item spells this external ID, if it differs and neither spelling had a pass before the run. */
  firstItemSpellingOf(externalId: string): string | undefined {
    const [first = externalId] = this.#spellingsOf(externalId)?.externalIds ?? [];
    const isNew = (id: string) => this.hasIssued(id) || this.rowsWith(id).length === 0;
    return first !== externalId && isNew(first) && isNew(externalId) ? first : undefined;
  }

  /** Whether an item names a pass, by its ID or by an external ID that differs only in spelling. */
  isNamed({ passId, externalId }: PassName): boolean {
    return this.#rows.has(passId ?? '') || this.#spellingsOf(externalId) !== undefined;
  }

  /** Keeps a row that was read, if an item names its pass. */
  keep(row: PassRow): void {
    const { id: passId, externalId } = row;
    if (!this.isNamed({ passId, externalId })) return;
    this.#rows.set(passId, row);
    const alike = this.#spellingsOf(externalId);
    if (alike) (alike.passIds ??= new Set()).add(passId);
  }

  /** The row of a pass as it was last read. */
  row(passId: string): PassRow | undefined {
    return this.#rows.get(passId);
  }

  /** The external IDs whose passes the run has issued. */
  issuedExternalIds(): string[] {
    return [...this.#ids.keys()].filter((externalId) => this.hasIssued(externalId));
  }

  #rowsAlike(externalId: string): PassRow[] {
    const passIds = [...(this.#spellingsOf(externalId)?.passIds ?? [])];
    return passIds.flatMap((id) => this.#rows.get(id) ?? []);
  }

  #factsOf(externalId: string): IdFacts {
    const known = this.#ids.get(externalId);
    if (known) return known;
    const facts = { itemCount: 0, willLookUp: false, mayBeInFlight: false };
    this.#ids.set(externalId, facts);
    const alike = this.#spellingsOf(externalId);
    if (alike) alike.externalIds.push(externalId);
    else this.#spellings.set(looseExternalId(externalId), { externalIds: [externalId] });
    return facts;
  }

  #spellingsOf(externalId: string | null | undefined): Spellings | undefined {
    return externalId ? this.#spellings.get(looseExternalId(externalId)) : undefined;
  }
}
