import type { PassRow } from '../service/schemas';

/** When a pass expires, epoch ms; `undefined` where it does not, or the date cannot be read. */
export function expiryOf({ templateFields }: PassRow): number | undefined {
  const validUntil = templateFields?.validUntil;
  const at = typeof validUntil === 'string' ? Date.parse(validUntil) : NaN;
  return Number.isNaN(at) ? undefined : at;
}
