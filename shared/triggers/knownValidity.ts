/**
 * Whether a row shows that its pass is valid. A pass that had an end of its validity always has one: a row without it
 * does not show whether the pass is still valid.
 */

import { readExpiry } from '../service/passStatus';
import type { Matcher } from './matchers';

/** What is stored of a pass that may expire. */
interface EndingPass {
  fingerprint: string;
  /** Whether the pass has had an end. */
  hasEnd: boolean;
}

/** Ends what is stored of a pass that has an end: `k3f9a2!`. */
const HAS_END = '!';

export function parseEndingPass(stored: string): EndingPass {
  const hasEnd = stored.endsWith(HAS_END);
  return { fingerprint: hasEnd ? stored.slice(0, -HAS_END.length) : stored, hasEnd };
}

export function formatEndingPass({ fingerprint, hasEnd }: EndingPass): string {
  return `${fingerprint}${hasEnd ? HAS_END : ''}`;
}

/** For events of valid passes: a row without `isValid`, or without the end that the pass had, changes nothing. */
export function ofKnownValidity({ fingerprint, isEvent, showsEvent, ...others }: Matcher): Matcher {
  const withoutEnd = (stored: string) => parseEndingPass(stored).fingerprint;
  return {
    ...others,
    fingerprint: (row, stored) => {
      const previous = stored === undefined ? undefined : parseEndingPass(stored);
      const hasEnd = readExpiry(row) !== undefined;
      if (typeof row.isValid !== 'boolean' || (previous?.hasEnd && !hasEnd)) return undefined;
      const next = fingerprint(row, previous?.fingerprint);
      return next === undefined ? undefined : formatEndingPass({ fingerprint: next, hasEnd });
    },
    isEvent: (change) => {
      const previous = change.previous === undefined ? undefined : withoutEnd(change.previous);
      return isEvent({ ...change, previous, current: withoutEnd(change.current) });
    },
    showsEvent:
      showsEvent && ((row, since) => typeof row.isValid === 'boolean' && showsEvent(row, since)),
  };
}
