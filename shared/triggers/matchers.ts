/** How an event is recognized in the passes of one template, and the usual ways to do it. */

import type { Output } from '../fields/output';
import type { PassRow } from '../service/schemas';
import type { Change } from './snapshot';

export interface Matcher {
  /**
   * Stored per pass between polls.
   * @param previous what is stored
   * @returns `undefined` if the row does not show what the event watches: then what is stored stays
   */
  fingerprint: (row: PassRow, previous: string | undefined) => string | undefined;
  /** Whether a changed fingerprint is the event, and the event is not too late. */
  isEvent: (change: Change<PassRow>) => boolean;
  /**
   * Whether the pass is in the state the event leaves it in. Needs no earlier state: for a test in the editor, and
   * for platforms that store none. Absent if a pass does not show that: a test then outputs the example.
   * @param since epoch ms. The event happened at or after it, if the pass shows that.
   */
  showsEvent?: (row: PassRow, since: number) => boolean;
  /**
   * For platforms that store no state: whether the pass may have had the event before the trigger starts, although the row
   * does not show it. A later row may.
   */
  mayBePast?: (row: PassRow) => boolean;
  /**
   * Output fields in addition to those of the pass.
   * @param change only in a poll with an earlier state
   */
  details?: (row: PassRow, change?: Change<PassRow>) => Output;
  /**
   * Called with all passes that were read.
   * @param isStart whether the trigger starts or is tested
   * @returns what a test in the editor says about them
   * @throws {ServiceError} if they show that the event would never happen
   */
  check?: (rows: readonly PassRow[], isStart: boolean) => string | undefined;
}

/** For an event that is a condition becoming true; it can become false and true again. */
export function whenBecoming(read: (row: PassRow) => boolean | undefined): Matcher {
  return {
    fingerprint: truthOf(read),
    isEvent: ({ entry, current, since }) => current === TRUE && lastChange(entry) >= since,
    showsEvent: (row) => read(row) === true,
    mayBePast: (row) => read(row) !== false,
  };
}

/** For an event that is a condition becoming false. */
export function whenEnding(read: (row: PassRow) => boolean | undefined): Matcher {
  return {
    fingerprint: truthOf(read),
    isEvent: ({ entry, previous, since }) => previous === TRUE && lastChange(entry) >= since,
  };
}

const TRUE = '1';
const FALSE = '0';

/** @param read `undefined` if the row does not show it */
function truthOf(read: (row: PassRow) => boolean | undefined): Matcher['fingerprint'] {
  return (row) => {
    const isTrue = read(row);
    return isTrue === undefined ? undefined : isTrue ? TRUE : FALSE;
  };
}

/** The last change of a pass, epoch ms. */
export function lastChange({ updated }: PassRow): number {
  return updated;
}

/**
 * For events that a voided pass does not have, even if it is reactivated later: a row that does not show whether the
 * pass is voided changes nothing.
 */
export function notVoided({ fingerprint, isEvent, showsEvent, ...others }: Matcher): Matcher {
  return {
    ...others,
    fingerprint: (row, previous) =>
      typeof row.isValid === 'boolean' ? fingerprint(row, previous) : undefined,
    isEvent: (change) => change.entry.isValid && isEvent(change),
    showsEvent: showsEvent && ((row, since) => row.isValid && showsEvent(row, since)),
  };
}
