/**
 * Whether a number is beyond what JavaScript keeps exactly (2^53): a card number that a sheet
 * delivered as a number has then become another one already.
 */
export function hasLostDigits(value: unknown): value is number {
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}
