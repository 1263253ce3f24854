/** 64 digits that JSON leaves alone. */
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * Digits of the hash of an ID: 60 bits. That any two of 100,000 passes share one has a probability of
 * 4 in a billion.
 */
export const ID_DIGITS = 10;

/**
 * Digits of the hash of a value: 36 bits. That a change goes unnoticed has a probability of 1 in 69
 * billion.
 */
export const VALUE_DIGITS = 6;

/**
 * A short stand-in for a text, so that state does not grow with the length of IDs and values, and
 * holds none of them. Not a cryptographic hash: the platforms' bundles may hold no Node built-ins.
 * @param digits 1 to 10, six bits each
 */
export function hash(text: string, digits = ID_DIGITS): string {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  // 30 bits of each half.
  return (digitsOf(a >>> 2) + digitsOf(b >>> 2)).slice(0, digits);
}

/** Five digits of a number below 2^30. */
function digitsOf(bits: number): string {
  return [24, 18, 12, 6, 0].map((shift) => DIGITS.charAt((bits >>> shift) & 63)).join('');
}
