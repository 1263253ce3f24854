import { withoutTrailing } from './text';

/**
 * Whether an integer exceeds the range that JavaScript stores exactly (2^53): a card number that a
 * spreadsheet delivered as a number has then already changed.
 */
export function hasLostDigits(value: unknown): value is number {
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}

/** Numbers of up to this many digits are stored exactly. */
const EXACT_DIGITS = 15;

/** Whether a number in decimal notation has more digits than JavaScript stores exactly. */
export function losesDigits(plain: string): boolean {
  const [whole = '', decimals = ''] = plain.trim().replace('-', '').split('.');
  const digits = `${whole}${withoutTrailing(decimals, '0')}`.replace(/^0+/, '');
  return digits.length > EXACT_DIGITS;
}
