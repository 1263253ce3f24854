/**
 * Parses `Retry-After` in both forms (RFC 9110, 10.2.3): seconds, or an HTTP date.
 * @param headers with lowercase names
 * @param now epoch ms
 * @returns ms from `now`, never negative; `undefined` if the header is missing or malformed
 */
export function retryAfterMs(headers: Record<string, string>, now: number): number | undefined {
  const value = headers['retry-after']?.trim();
  if (!value) return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
