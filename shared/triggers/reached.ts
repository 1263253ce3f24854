/**
 * Events that a pass reaches because of a value of its own, e.g. a date, and what is stored about them: no value is an
 * event twice, even if the value, the clock or the time zone changes meanwhile and changes back; a date that is repeated
 * is one in each year. Of the values that a pass had before, the last few are remembered.
 *
 * For each value a hash and its step. The first value is that of the pass; the others are earlier ones that were
 * reached, the latest first: `k3f9a20011b7c02001` is a value that was reached (step 1) and an earlier one that was, too.
 */

import type { PassRow } from '../service/schemas';
import { lastChange, type Matcher } from './matchers';
import { VALUE_HASH_LENGTH, valueHash } from './shortHash';

/** Of a pass. A step that is higher than that of the same value before is an event. */
export interface Reached {
  /** Identifies the value. */
  value: string;
  /** 0 before the event and 1 after it; if it is repeated every year, the year. */
  step: number;
}

/** What {@link whenReaching} asks about a value that was reached. */
interface ReachedTiming {
  since: number;
  /** Whether the pass had another value before. */
  isNewValue: boolean;
}

/**
 * For an event that a pass reaches because of a value of its own, e.g. a date that is near; another value is
 * another event, and the same value is none.
 * @param read `undefined` if the row does not show it
 * @param isInTime whether the event is not too late
 */
export function whenReaching<R extends Reached>(
  read: (row: PassRow) => R | undefined,
  isInTime: (row: PassRow, reached: R, timing: ReachedTiming) => boolean,
): Matcher {
  return {
    fingerprint: (row, previous) => {
      const reached = read(row);
      return reached && rememberReached(previous, row.id, reached);
    },
    isEvent: ({ entry: row, previous, since }) => {
      const reached = read(row);
      if (!reached || reached.step <= reachedStep(previous, row.id, reached.value)) return false;
      const isNewValue = !wasCurrent(previous, row.id, reached.value);
      return isInTime(row, reached, { since, isNewValue });
    },
    showsEvent: (row, since) => {
      const reached = read(row);
      return !!reached && reached.step > 0 && isInTime(row, reached, { since, isNewValue: true });
    },
  };
}

interface ReachedAt extends Reached {
  /** Since when the value has been reached, epoch ms, unless the pass got it later. */
  at: number;
}

/** The usual `isInTime` of {@link whenReaching}: reached since the last poll, or by a value that is new since then. */
export function isReachedSince(
  row: PassRow,
  { at }: ReachedAt,
  { since, isNewValue }: ReachedTiming,
): boolean {
  return at >= since || (isNewValue && lastChange(row) >= since);
}

/** Earlier values that are remembered. */
const MAX_EARLIER = 5;
/** Enough for years, in base 36. */
const STEP_LENGTH = 3;
const ENTRY_LENGTH = VALUE_HASH_LENGTH + STEP_LENGTH;

/** What to store next. @param stored what is stored */
function rememberReached(stored: string | undefined, id: string, { value, step }: Reached): string {
  const hash = valueHash(value, id);
  const others = entriesOf(stored).filter((one) => one.hash !== hash && one.step > 0);
  const highest = Math.max(step, reachedStep(stored, id, value));
  const entries = [{ hash, step: highest }, ...others.slice(0, MAX_EARLIER)];
  return entries.map((one) => one.hash + one.step.toString(36).padStart(STEP_LENGTH, '0')).join('');
}

/** The highest step of this value that is stored; 0 without one. */
function reachedStep(stored: string | undefined, id: string, value: string): number {
  const hash = valueHash(value, id);
  return entriesOf(stored).find((one) => one.hash === hash)?.step ?? 0;
}

/** Whether this was the value of the pass. */
function wasCurrent(stored: string | undefined, id: string, value: string): boolean {
  const [current] = entriesOf(stored);
  return current?.hash === valueHash(value, id);
}

function entriesOf(stored = ''): { hash: string; step: number }[] {
  return Array.from({ length: Math.floor(stored.length / ENTRY_LENGTH) }, (_, i) => {
    const entry = stored.slice(i * ENTRY_LENGTH, (i + 1) * ENTRY_LENGTH);
    const hash = entry.slice(0, VALUE_HASH_LENGTH);
    return { hash, step: parseInt(entry.slice(VALUE_HASH_LENGTH), 36) };
  });
}
