/** 64 digits that need no escaping in JSON. */
const BASE64_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * Digits of the hash of an ID: 60 bits. The probability that any two of 100,000 passes collide is 4
 * in a billion.
 */
const ID_HASH_LENGTH = 10;

/** Digits of the hash of a value: 36 bits. The probability of missing a change is 1 in 69 billion. */
export const VALUE_HASH_LENGTH = 6;

/**
 * A fixed-length hash of an ID or value, so that state contains neither and does not grow with their
 * length. Not cryptographic: SHA-256 without Node built-ins, which the platforms' bundles may not use,
 * takes six to ten times as long, up to 0.7 s for 100,000 passes.
 * @param length in digits, 1 to 10, six bits each
 */
export function shortHash(text: string, length = ID_HASH_LENGTH): string {
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
  return (toDigits(a >>> 2) + toDigits(b >>> 2)).slice(0, length);
}

/**
 * The hash of a value of a pass. It depends on the ID, which the state does not contain: equal values of two passes
 * have different hashes, and without the ID nobody can find out a value, e.g. a birthday, by hashing all.
 */
export function valueHash(value: string, id: string, length = VALUE_HASH_LENGTH): string {
  // The value first: what the hash of the ID shows must not help to continue with values.
  return shortHash(`${value} ${id}`, length);
}

/** Five digits of a number below 2^30. */
function toDigits(bits: number): string {
  return [24, 18, 12, 6, 0].map((shift) => BASE64_DIGITS.charAt((bits >>> shift) & 63)).join('');
}
