import { DAY_MS } from '../runtime/duration';

/**
 * Parses `Retry-After` in both forms (RFC 9110, 10.2.3): seconds, or an HTTP date.
 * @param headers with lowercase names
 * @param now epoch ms
 * @returns ms from `now`, never negative and at most a day: nobody waits longer, and a platform could not;
 *   `undefined` if the header is missing or malformed
 */
export function retryAfterMs(headers: Record<string, string>, now: number): number | undefined {
  const value = headers['retry-after']?.trim();
  if (!value) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, Math.ceil(ms)), DAY_MS);
}
