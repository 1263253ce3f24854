/**
 * Whether a number is beyond what JavaScript keeps exactly (2^53): a card number that a sheet
 * delivered as a number has then become another one already.
 */
export function hasLostDigits(value: unknown): value is number {
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}

/** The most digits that any number keeps exactly. */
const KEPT_DIGITS = 15;

/** Whether a number written out has more digits than JavaScript keeps: it would become another one. */
export function losesDigits(plain: string): boolean {
  const [whole = '', decimals = ''] = plain.trim().replace('-', '').split('.');
  const digits = `${whole}${decimals.replace(/0+$/, '')}`.replace(/^0+/, '');
  return digits.length > KEPT_DIGITS;
}
