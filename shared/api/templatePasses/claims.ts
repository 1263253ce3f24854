import type { PassRow } from '../../service/schemas';
import { type PassList, unreadable } from './passList';

/** New passes between two looks at the newest passes of the template. */
const REFRESH_AFTER = 100;

/** Which external IDs of a template this run may issue without a lookup, and which it has issued. */
export class Claims {
  readonly #list: PassList;
  /** External IDs that must be looked up: an item has claimed them, or an earlier attempt may have issued them. */
  readonly #taken = new Set<string>();
  readonly #underWay = new Set<string>();
  /** The pass that this run has issued for each external ID; `undefined` while it is being issued. */
  readonly #own = new Map<string, string | undefined>();
  #count = 0;
  /** False as soon as passes of other runs could be seen too late: then each pass is looked up. */
  #canClaim = true;
  #hasOtherRun = false;
  /** Nothing is issued during a refresh: passes of other runs would be seen too late. */
  #refreshed = Promise.resolve(true);

  constructor(list: PassList) {
    this.#list = list;
  }

  /** After an unknown result of an earlier attempt: a pass with this external ID may appear at any moment. */
  lookUpAlways(externalId: string): void {
    this.#list.register({ externalId });
    this.#taken.add(externalId);
    this.#underWay.add(externalId);
  }

  /** Whether an earlier attempt may still be issuing a pass with this external ID. */
  mayBeUnderWay(externalId: string): boolean {
    return this.#underWay.has(externalId);
  }

  /**
   * What the list says of an external ID, to its first item; further items and retries look it up. Reads the list
   * if that is cheaper: see {@link PassList.readWhole}.
   * @returns `isUnused`: no pass has it, so the caller issues one without looking it up; `row`: its only pass, as old
   *   as the run. Neither if the pass must be looked up
   */
  async claim(externalId: string): Promise<{ isUnused: boolean; row?: PassRow }> {
    this.#list.register({ externalId });
    const isWhole = this.#list.readWhole();
    if (this.#taken.has(externalId)) return { isUnused: false };
    this.#taken.add(externalId);
    if (!(await isWhole) || !this.#canClaim) return { isUnused: false };
    const [row, ...others] = this.#list.rowsOf(externalId).values();
    if (row) return { isUnused: false, ...(others.length === 0 && { row }) };
    this.#own.set(externalId, undefined);
    this.#count += 1;
    if (this.#count % REFRESH_AFTER === 0) this.#refreshed = this.refresh();
    if (!(await this.#refreshed)) this.#canClaim = false;
    // The refresh may have found a pass that another run has just issued.
    return { isUnused: this.#canClaim && this.#list.rowsOf(externalId).size === 0 };
  }

  /**
   * Whether a pass certainly has an external ID, without claiming it. If not, look it up. Reads the list as
   * {@link claim} does.
   */
  async exists(externalId: string): Promise<boolean> {
    if (!(await this.#list.readWhole())) return false;
    return this.#list.rowsOf(externalId).size > 0 || this.#own.get(externalId) !== undefined;
  }

  /** Records the pass that the caller issued. */
  recordIssued(externalId: string, passId: string): void {
    this.#list.register({ externalId });
    if (this.#own.get(externalId) === undefined) this.#own.set(externalId, passId);
    this.#lookForOthers([externalId]);
  }

  /** The external IDs that this run issues. */
  get own(): string[] {
    return [...this.#own.keys()];
  }

  /** Whether another run has issued one of them. */
  get hasOtherRun(): boolean {
    return this.#hasOtherRun;
  }

  /** Looks at the newest passes of the template. @returns false if they cannot be read */
  async refresh(): Promise<boolean> {
    const isRead = await this.#list.refresh().catch(unreadable);
    if (isRead) this.#lookForOthers(this.#own.keys());
    return isRead;
  }

  #lookForOthers(externalIds: Iterable<string>): void {
    for (const externalId of externalIds) {
      const passId = this.#own.get(externalId);
      const seen = this.#list.rowsOf(externalId);
      const isAnother =
        passId !== undefined && (seen.size > 1 || (seen.size === 1 && !seen.has(passId)));
      if (!isAnother) continue;
      this.#hasOtherRun = true;
      this.#canClaim = false;
    }
  }
}
