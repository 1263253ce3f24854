import { exactNumber } from './numbers';

const PLAIN = /^-?\d+(\.\d+)?$/;

/**
 * The exact sum of two decimals, without what calculations have left over in them: 0.1 + 0.2 is 0.3.
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
