/**
 * The library has no types. The path distinguishes it from Node's own module of that name, which a community node may
 * not load.
 */
declare module 'punycode/punycode.js' {
  export function toASCII(emailOrDomain: string): string;
  export function toUnicode(emailOrDomain: string): string;
}
