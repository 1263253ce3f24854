import { plain } from './text';

const PLAIN = /^-?\d+(\.\d+)?$/;

/** A number, or a text that is a number in plain notation: `12`, `12.5`; never `1,50`. NaN for anything else. */
export function plainNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return NaN;
  const text = plain(value);
  return PLAIN.test(text) ? Number(text) : NaN;
}

/**
 * Converts a whole number with all its digits, as Java writes it from 1e7 on: `1.7743856575E10`. Any other text is
 * returned unchanged: `12E5` may be an ID, and `4.44714E+11` has lost digits.
 */
export function withoutExponent(text: string): string {
  const number = /^\d\.\d+E\d+$/.test(text) ? Number(text) : NaN;
  return Number.isSafeInteger(number) && number >= 1e7 ? String(number) : text;
}

/** Numbers of up to this many digits are stored exactly. */
const EXACT_DIGITS = 15;

/**
 * A number as a person means it: 4.35 * 100 is calculated as 434.99999999999994, which becomes 435.
 * @param hasDecimals whether it was written with decimals
 * @returns `undefined` if digits are lost, as in a card number that a spreadsheet delivered as a number: an integer
 *   beyond the range that JavaScript stores exactly, or more decimals than it stores
 */
export function exactNumber(
  value: number,
  hasDecimals = !Number.isInteger(value),
): number | undefined {
  if (!hasDecimals) return Number.isSafeInteger(value) ? value : undefined;
  const isExact = Math.abs(value) < 10 ** EXACT_DIGITS;
  return isExact ? Number(value.toPrecision(EXACT_DIGITS)) : undefined;
}

/**
 * The exact sum of two decimals, without rounding errors: 0.1 + 0.2 is 0.3.
 * @returns `undefined` for numbers so large or small that they are written with an exponent
 */
export function addDecimals(a: number, b: number): number | undefined {
  const texts = [a, b].map((number) => String(exactNumber(number) ?? number));
  if (!texts.every((text) => PLAIN.test(text))) return undefined;
  const places = Math.max(...texts.map((text) => text.split('.')[1]?.length ?? 0));
  const [unitsA = 0n, unitsB = 0n] = texts.map((text) => toUnits(text, places));
  return Number(`${unitsA + unitsB}e-${places}`);
}

/** A decimal in units of its last place: `12.5` with two places is 1250. */
function toUnits(text: string, places: number): bigint {
  const [whole = '', decimals = ''] = text.split('.');
  return BigInt(whole + decimals.padEnd(places, '0'));
}
