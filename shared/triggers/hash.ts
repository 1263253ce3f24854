/** 64 digits that JSON, and the separators of a memory, leave alone. */
export const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Digits of the hash of an ID: 48 bits, so that two of 10,000 IDs fall together once in a million states. */
export const ID_DIGITS = 8;

/**
 * A short stand-in for a text, so that state does not grow with the length of IDs and values. Not a
 * cryptographic hash: the platforms' bundles may hold no Node built-ins.
 * @param digits 1 to 8, six bits each
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
  // 24 bits of each half.
  return (digitsOf(a >>> 8) + digitsOf(b >>> 8)).slice(0, digits);
}

/** Four digits of a number below 2^24. */
function digitsOf(bits: number): string {
  return [18, 12, 6, 0].map((shift) => DIGITS.charAt((bits >>> shift) & 63)).join('');
}
