/**
 * What is stored about an event that a pass reaches because of a value of its own, e.g. a date: no value is an event
 * twice, even if the value, the clock or the time zone changes meanwhile and changes back.
 *
 * For each value a hash and its step. The first value is that of the pass; the others are earlier ones that were
 * reached, the latest first: `k3f9a20011b7c02001` is a value that was reached (step 1) and an earlier one that was, too.
 */

import { VALUE_HASH_LENGTH, valueHash } from './shortHash';

/** Of a pass. A step that is higher than that of the same value before is an event. */
export interface Reached {
  /** Identifies the value. */
  value: string;
  /** 0 before the event and 1 after it; if it is repeated every year, the year. */
  step: number;
}

/** Earlier values that are remembered. */
const MAX_EARLIER = 5;
/** Enough for years, in base 36. */
const STEP_LENGTH = 3;
const ENTRY_LENGTH = VALUE_HASH_LENGTH + STEP_LENGTH;

/** What to store next. @param stored what is stored */
export function rememberReached(
  stored: string | undefined,
  id: string,
  { value, step }: Reached,
): string {
  const hash = valueHash(value, id);
  const others = entriesOf(stored).filter((one) => one.hash !== hash && one.step > 0);
  const highest = Math.max(step, reachedStep(stored, id, value));
  const entries = [{ hash, step: highest }, ...others.slice(0, MAX_EARLIER)];
  return entries.map((one) => one.hash + one.step.toString(36).padStart(STEP_LENGTH, '0')).join('');
}

/** The highest step of this value that is stored; 0 without one. */
export function reachedStep(stored: string | undefined, id: string, value: string): number {
  const hash = valueHash(value, id);
  return entriesOf(stored).find((one) => one.hash === hash)?.step ?? 0;
}

/** Whether this was the value of the pass. */
export function wasValue(stored: string | undefined, id: string, value: string): boolean {
  return stored?.startsWith(valueHash(value, id)) === true;
}

function entriesOf(stored = ''): { hash: string; step: number }[] {
  return Array.from({ length: Math.floor(stored.length / ENTRY_LENGTH) }, (_, i) => {
    const entry = stored.slice(i * ENTRY_LENGTH, (i + 1) * ENTRY_LENGTH);
    const hash = entry.slice(0, VALUE_HASH_LENGTH);
    return { hash, step: parseInt(entry.slice(VALUE_HASH_LENGTH), 36) };
  });
}
