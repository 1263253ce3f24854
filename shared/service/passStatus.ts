import { readServiceDate } from './dates';
import type { PassRow } from './schemas';

/** Every status of a pass that was read. */
export const PASS_STATUSES = ['valid', 'expired', 'voided'] as const;
export type PassStatus = (typeof PASS_STATUSES)[number];

type Validity = Pick<PassRow, 'isValid' | 'templateFields'>;

/**
 * The status of a pass. A voided pass stays voided after its date. An expired pass is recognized by its date, because
 * `isValid` may stay true (docs/service.md#expiration-may-not-change-isvalid).
 * @param now epoch ms
 */
export function passStatus(pass: Validity, now: number): PassStatus {
  if (!pass.isValid) return 'voided';
  return (readExpiry(pass) ?? Infinity) <= now ? 'expired' : 'valid';
}

/** Clocks may differ by this much. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/**
 * Whether a pass was certainly voided. The service may also mark an expired pass as not valid.
 * @param now epoch ms
 */
export function isVoided(pass: Validity, now: number): boolean {
  return !pass.isValid && (readExpiry(pass) ?? Infinity) > now + CLOCK_TOLERANCE_MS;
}

/** Whether a wallet holds a pass. */
export function isInstalled({ deviceCount }: Pick<PassRow, 'deviceCount'>): boolean {
  return deviceCount > 0;
}

/** Expiration of a pass, epoch ms; `undefined` if it has none or the date is not valid. */
export function readExpiry({
  templateFields,
}: Pick<PassRow, 'templateFields'>): number | undefined {
  return readServiceDate(templateFields.validUntil);
}
