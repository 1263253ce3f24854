import { trimmed } from './text';

/** A number, or a text with exactly one in plain notation: `12`, `12.5`; never `1,50`. NaN for anything else. */
export function plainNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return NaN;
  const text = trimmed(value);
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : NaN;
}

/** Numbers of up to this many digits are stored exactly. */
const EXACT_DIGITS = 15;

/**
 * A number as a person means it: a calculation such as 4.35 * 100 gives 434.99999999999994, which becomes 435.
 * @param hasDecimals whether it was written with decimals
 * @returns `undefined` if digits are lost, as in a card number that a spreadsheet delivered as a number: an integer
 *   beyond the range that JavaScript stores exactly, or decimals after more digits than it stores
 */
export function exactNumber(
  value: number,
  hasDecimals = !Number.isInteger(value),
): number | undefined {
  if (!hasDecimals) return Number.isSafeInteger(value) ? value : undefined;
  const isExact = Math.abs(value) < 10 ** EXACT_DIGITS;
  return isExact ? Number(value.toPrecision(EXACT_DIGITS)) : undefined;
}
