/**
 * Size, seed and checks of the fuzz tests. Unhandled rejections need no check: jest fails the test.
 */

import { LONG } from '../support/long';
import { SEED } from '../support/seed';

/** Zones with gaps, a missing day and extreme offsets. */
export const ZONES = [
  'Europe/Berlin',
  'Etc/UTC',
  'America/Havana',
  'Pacific/Kiritimati',
  'Pacific/Apia',
  'Asia/Kolkata',
  'America/Los_Angeles',
] as const;

export const counts = {
  inputs: 0,
  accepted: 0,
  refused: 0,
  requests: 0,
  /** Only in a long run. */
  print(what: string): void {
    if (!LONG) return;
    const { inputs, accepted, refused, requests } = this;
    process.stdout.write(
      `${what}: ${inputs} inputs (seed ${SEED}), ${accepted} accepted, ${refused} refused, ${requests} requests\n`,
    );
  },
};

/** Detects changes that an input made to `Object.prototype`. */
export function noTraces(): () => PropertyKey[] {
  const before = new Set<PropertyKey>(Reflect.ownKeys(Object.prototype));
  return () => Reflect.ownKeys(Object.prototype).filter((key) => !before.has(key));
}
