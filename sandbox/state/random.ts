const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const CHARACTERS_PER_DRAW = 5; // 62^5 fits in 32 bits
const ID_LENGTH = 20;

/** A repeatable source of random numbers (mulberry32): the same seed produces the same sequence. */
export class Random {
  /** @param seed a 32-bit number; it changes with every draw */
  constructor(private seed: number) {}

  /** A whole number from 0 to 2^32 - 1. */
  uint32(): number {
    this.seed = (this.seed + 0x6d2b79f5) | 0;
    let t = Math.imul(this.seed ^ (this.seed >>> 15), 1 | this.seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  }

  /** A whole number from 0 to `below` - 1. */
  below(below: number): number {
    return Math.floor((this.uint32() / 2 ** 32) * below);
  }

  /** True with the given probability (0 to 1). */
  chance(probability: number): boolean {
    return this.uint32() / 2 ** 32 < probability;
  }

  /** One item of a non-empty list. */
  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }

  /** An opaque ID: 20 letters and digits, case matters. */
  id(): string {
    let id = '';
    while (id.length < ID_LENGTH) {
      let draw = this.uint32();
      for (let i = 0; i < CHARACTERS_PER_DRAW; i += 1) {
        id += ALPHABET.charAt(draw % ALPHABET.length);
        draw = Math.floor(draw / ALPHABET.length);
      }
    }
    return id;
  }

  /** `length` hexadecimal digits in lower case. */
  hex(length: number): string {
    let digits = '';
    while (digits.length < length) digits += this.uint32().toString(16).padStart(8, '0');
    return digits.slice(0, length);
  }
}
