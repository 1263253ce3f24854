/**
 * Reads `Retry-After` in both of its forms (RFC 9110, 10.2.3): seconds, or an HTTP date.
 * @param headers names in lower case
 * @param now epoch ms
 * @returns ms to wait from `now`, never negative; `undefined` where the header is absent or unreadable
 */
export function retryAfterMs(headers: Record<string, string>, now: number): number | undefined {
  const value = headers['retry-after']?.trim();
  if (!value) return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
