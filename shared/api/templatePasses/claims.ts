/**
 * Which external IDs of a template this run may issue without a lookup, and which passes it has issued. An item claims
 * its external ID before it looks for a pass. Whether two runs have issued the same, {@link lookForDuplicates} says.
 */

import { toResult } from '../../errors/serviceError';
import type { PassRow } from '../../service/schemas';
import type { ListReader } from './listReader';
import type { NamedPasses } from './namedPasses';
import type { PassList } from './passList';

/** External IDs without a pass between two looks at the newest passes of the template. */
const REFRESH_AFTER = 100;

/**
 * What the run has done about an external ID:
 *   no claim        it is free to be claimed
 *   not `issued`    the item that claimed it looks it up
 *   `issued: {}`    its pass is being issued
 *   with `passId`   its pass was issued
 */
interface Claim {
  /** Whether an earlier attempt may still be issuing a pass: {@link Claims.mayBeUnderWay}. */
  isUnderWay: boolean;
  issued?: { passId?: string };
}

/** What the list says about an external ID. */
export interface ListedId {
  /** It certainly has no pass: one can be issued without a lookup. */
  isUnused: boolean;
  /** Its passes. If there are none and it is not unused, it must be looked up. */
  rows: readonly PassRow[];
  /** Whether the rows are as the passes are now: this run has not changed them, and no other one was noticed. */
  isCurrent: boolean;
}

const MUST_LOOK_UP: ListedId = { isUnused: false, rows: [], isCurrent: false };

export class Claims {
  readonly #list: PassList;
  readonly #reader: ListReader;
  readonly #named: NamedPasses;
  readonly #byExternalId = new Map<string, Claim>();
  #unusedCount = 0;
  /** Nothing is issued during a refresh: passes of other runs would be seen too late. */
  #lastRefresh = Promise.resolve(true);
  /** False as soon as passes of other runs could be seen too late: then each pass is looked up. */
  #isListCurrent = true;
  #hasOtherRun = false;

  constructor(list: PassList, reader: ListReader, named: NamedPasses) {
    this.#list = list;
    this.#reader = reader;
    this.#named = named;
  }

  /**
   * Claims an external ID in place of its items, so that each of them looks it up: after an unknown result of an earlier
   * attempt, its pass may appear at any moment.
   */
  claimForLookup(externalId: string): void {
    this.#named.add({ externalId });
    this.#claimOf(externalId).isUnderWay = true;
  }

  /** Whether an earlier attempt may still be issuing a pass with this external ID. */
  mayBeUnderWay(externalId: string): boolean {
    return this.#byExternalId.get(externalId)?.isUnderWay === true;
  }

  /**
   * What the list says of an external ID. Only the first item that claims it may issue; further items and retries look
   * it up. Reads the list if that is cheaper: never in a run with fewer than 20 external IDs.
   */
  async claim(externalId: string): Promise<ListedId> {
    this.#named.add({ externalId });
    // Begins as soon as it may be cheaper, whoever asks: also for an ID that was claimed before.
    const reading = this.#list.readIfCheaper();
    // Claimed before anything is awaited: of two items, only one may issue.
    const isFirst = !this.#byExternalId.has(externalId);
    const claim = this.#claimOf(externalId);
    if (!(await reading)) return MUST_LOOK_UP;
    const isCurrent = isFirst && this.#isListCurrent;
    const rows = this.#named.rowsOf(externalId);
    if (rows.length > 0 || !isCurrent) return { isUnused: false, rows, isCurrent };
    this.#unusedCount += 1;
    if (this.#unusedCount % REFRESH_AFTER === 0) this.#lastRefresh = this.refresh();
    if (!(await this.#lastRefresh)) this.#isListCurrent = false;
    // The refresh may have found a pass that another run has just issued.
    const isUnused = this.#isListCurrent && this.#named.rowsOf(externalId).length === 0;
    if (isUnused) claim.issued = {};
    return { ...MUST_LOOK_UP, isUnused };
  }

  /**
   * Whether a pass certainly has an external ID, without claiming it. If not, look it up. Reads the list as
   * {@link claim} does.
   */
  async exists(externalId: string): Promise<boolean> {
    if (!(await this.#list.readIfCheaper())) return false;
    const { passId } = this.#byExternalId.get(externalId)?.issued ?? {};
    return this.#named.rowsOf(externalId).length > 0 || passId !== undefined;
  }

  /** Records the pass that the caller issued. */
  recordIssued(externalId: string, passId: string): void {
    this.#named.add({ externalId });
    const claim = this.#claimOf(externalId);
    claim.issued = { passId: claim.issued?.passId ?? passId };
    this.#noticeOtherRun(externalId, claim);
  }

  /** The external IDs for which this run issues, or has issued, a pass. */
  get issuedIds(): string[] {
    return [...this.#byExternalId].flatMap(([externalId, { issued }]) =>
      issued ? [externalId] : [],
    );
  }

  /** Whether another run has issued a pass for one of them. */
  get hasOtherRun(): boolean {
    return this.#hasOtherRun;
  }

  /** Looks at the newest passes of the template. @returns false if they cannot be read */
  async refresh(): Promise<boolean> {
    const { value: externalIds } = await toResult(this.#reader.readNew());
    for (const externalId of externalIds ?? []) {
      const claim = this.#byExternalId.get(externalId);
      if (claim) this.#noticeOtherRun(externalId, claim);
    }
    return externalIds !== undefined;
  }

  #claimOf(externalId: string): Claim {
    const known = this.#byExternalId.get(externalId);
    if (known) return known;
    const claim = { isUnderWay: false };
    this.#byExternalId.set(externalId, claim);
    return claim;
  }

  #noticeOtherRun(externalId: string, { issued }: Claim): void {
    const passId = issued?.passId;
    if (passId === undefined) return;
    if (this.#named.rowsOf(externalId).every(({ id }) => id === passId)) return;
    this.#hasOtherRun = true;
    this.#isListCurrent = false;
  }
}
