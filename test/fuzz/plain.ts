import { DateTime } from 'luxon';

import { ALL_RESULTS } from '../../shared/fields';
import type { Raw } from './inputs';

/** A value as a workflow passes it on, without parts that no step can output. */
export function plainInput(raw: Raw): Raw {
  const plain = plainValue(raw, 0) as Raw;
  // Waits would take real time on the platforms.
  return { ...plain, waitUntilDone: undefined };
}

/** In plain input, a limit that requests all results. */
export const ALL = '(all results)';

function plainValue(value: unknown, depth: number): unknown {
  if (value === ALL_RESULTS) return ALL;
  if (depth > 8 || ['symbol', 'bigint', 'function'].includes(typeof value)) return undefined;
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  // n8n converts its own dates to text before a node sees them.
  if (DateTime.isDateTime(value)) return value.toISO() ?? undefined;
  if (Array.isArray(value)) return Array.from(value, (one) => plainValue(one, depth + 1));
  if (isLoader(value)) return { load: true };
  const keys = Object.keys(value).filter((key) => key !== '__proto__');
  return Object.fromEntries(
    keys.flatMap((key) => {
      const { value: inner } = Object.getOwnPropertyDescriptor(value, key) ?? {};
      return inner === undefined ? [] : [[key, plainValue(inner, depth + 1)] as const];
    }),
  );
}

/** File content; each platform passes it in its own way. */
function isLoader(value: object): boolean {
  return 'load' in value && typeof value.load === 'function';
}
