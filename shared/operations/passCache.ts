import { looseExternalId } from '../service/externalIds';
import type { PassRow } from '../service/schemas';

/** The pass of an item, as far as it is known which one that is. */
export interface PassName {
  passId?: string | undefined;
  externalId?: string | null | undefined;
}

/** What the run knows of an external ID without the list. */
interface ExpectedId {
  /** How many items have it. */
  itemCount: number;
  /** Whether an earlier attempt may still be issuing its pass, which can then appear at any moment. */
  mayBeInFlight: boolean;
  /** The pass that the run has issued. */
  issuedId?: string;
}

/** What differs only in spelling. */
interface Spellings {
  /** The external IDs that items have, in the order of the items. */
  externalIds: string[];
  /** The passes that were read, whichever of the spellings they have. */
  passIds?: Set<string>;
}

/**
 * What a run knows of the passes of one template without asking: what its items say of them, what it has issued, and the
 * rows that were read. Only rows of passes that items name are kept, so that the size of a template does not matter.
 */
export class PassCache {
  /** By pass ID; `undefined` if an item names the pass, and its row was not read. */
  readonly #rows = new Map<string, PassRow | undefined>();
  readonly #ids = new Map<string, ExpectedId>();
  /** By the loose form of an external ID. */
  readonly #spellings = new Map<string, Spellings>();
  /** How many external IDs will be looked up. */
  protected lookupCount = 0;

  /** Announces the pass of an item. Every item does so before the first one asks: rows of other passes are not kept. */
  expect(
    { passId, externalId }: PassName,
    { willLookUp = false, mayBeInFlight = false } = {},
  ): void {
    if (passId !== undefined && !this.#rows.has(passId)) this.#rows.set(passId, undefined);
    if (!externalId) return;
    const expected = this.#expectId(externalId);
    expected.itemCount += 1;
    expected.mayBeInFlight ||= mayBeInFlight;
    if (willLookUp && expected.itemCount === 1) this.lookupCount += 1;
  }

  /** Whether several items have an external ID. */
  isShared(externalId: string): boolean {
    return (this.#ids.get(externalId)?.itemCount ?? 0) > 1;
  }

  /** Whether an earlier attempt may still be issuing the pass. */
  mayBeInFlight(externalId: string): boolean {
    return this.#ids.get(externalId)?.mayBeInFlight === true;
  }

  /** Records the pass that the run has issued. */
  recordIssued(externalId: string, passId: string): void {
    this.#expectId(externalId).issuedId ??= passId;
  }

  /** Whether the run has issued a pass with an external ID. */
  hasIssued(externalId: string): boolean {
    return this.#ids.get(externalId)?.issuedId !== undefined;
  }

  /** The rows with an external ID that were read so far: several are twins. */
  rowsWith(externalId: string): PassRow[] {
    return this.#rowsAlike(externalId).filter((row) => row.externalId === externalId);
  }

  /**
   * The external ID of a pass, valid or not, that seems to be this one in another spelling; `undefined` if this one has a
   * pass, or if the run has issued that pass.
   */
  otherSpellingOf(externalId: string): string | undefined {
    const others = this.#rowsAlike(externalId).filter(
      (row) => this.#ids.get(row.externalId ?? '')?.issuedId !== row.id,
    );
    const ids = others.map((row) => row.externalId);
    return ids.includes(externalId) ? undefined : (ids[0] ?? undefined);
  }

  /** An earlier external ID of the run that differs from this one only in spelling, if neither has a pass yet. */
  alikeNewId(externalId: string): string | undefined {
    const [first = externalId] = this.#spellingsOf(externalId)?.externalIds ?? [];
    const isNew = (id: string) => this.hasIssued(id) || this.rowsWith(id).length === 0;
    return first !== externalId && isNew(first) && isNew(externalId) ? first : undefined;
  }

  /** Whether an item names a pass, by its ID or by an external ID that differs only in spelling. */
  protected isExpected({ passId, externalId }: PassName): boolean {
    return this.#rows.has(passId ?? '') || this.#spellingsOf(externalId) !== undefined;
  }

  /** Keeps a row that was read, if an item names its pass. */
  protected keep(row: PassRow): void {
    const { id: passId, externalId } = row;
    if (!this.isExpected({ passId, externalId })) return;
    this.#rows.set(passId, row);
    const alike = this.#spellingsOf(externalId);
    if (alike) (alike.passIds ??= new Set()).add(passId);
  }

  /** The row of a pass as it was last read. */
  protected rowOf(passId: string): PassRow | undefined {
    return this.#rows.get(passId);
  }

  /** The external IDs whose passes the run has issued. */
  protected issuedIds(): string[] {
    return [...this.#ids.keys()].filter((externalId) => this.hasIssued(externalId));
  }

  #rowsAlike(externalId: string): PassRow[] {
    const passIds = [...(this.#spellingsOf(externalId)?.passIds ?? [])];
    return passIds.flatMap((id) => this.#rows.get(id) ?? []);
  }

  #expectId(externalId: string): ExpectedId {
    const known = this.#ids.get(externalId);
    if (known) return known;
    const expected = { itemCount: 0, mayBeInFlight: false };
    this.#ids.set(externalId, expected);
    const alike = this.#spellingsOf(externalId);
    if (alike) alike.externalIds.push(externalId);
    else this.#spellings.set(looseExternalId(externalId), { externalIds: [externalId] });
    return expected;
  }

  #spellingsOf(externalId: string | null | undefined): Spellings | undefined {
    return externalId ? this.#spellings.get(looseExternalId(externalId)) : undefined;
  }
}
