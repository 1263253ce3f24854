/** Texts that people enter: which look empty or the same, and how a message shows one. For words, see `wording.ts`. */

/** White space of any kind. */
const SPACES = /[\s\u0085]+/gu;
/**
 * What nobody sees, although it is no space: zero-width and direction marks, soft hyphens, variation selectors,
 * fillers, an empty Braille pattern.
 */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]+/gu;
const VISIBLE = /[^\s\u0085\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * Whether a value is missing: `undefined`, `null` or a text of nothing that can be seen, as in a cell that looks
 * empty. The same rule applies to every kind of input on every platform.
 */
export function isBlank(value: unknown): boolean {
  return (
    value === undefined || value === null || (typeof value === 'string' && !VISIBLE.test(value))
  );
}

/** A text without spaces and invisible characters at its ends, in linear time. */
export function trimmed(text: string): string {
  const start = text.search(VISIBLE);
  if (start < 0) return '';
  let end = text.length;
  for (;;) {
    const last = Array.from(text.slice(Math.max(0, end - 2), end)).at(-1) ?? '';
    if (VISIBLE.test(last)) return text.slice(start, end);
    end -= last.length;
  }
}

/** A text without this character at its end, in linear time: `/x+$/` takes quadratic time. */
export function withoutTrailing(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end -= 1;
  return text.slice(0, end);
}

/** A text without invisible characters, and with every run of spaces as one space. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, '').replace(SPACES, ' ');
}

/**
 * A name or a value for a comparison: labels and headers that look the same are the same. Case, Unicode form, kinds
 * of spaces and invisible characters do not matter.
 */
export function comparable(text: string): string {
  return withoutInvisible(text).trim().normalize('NFC').toLowerCase();
}

const LONE_SURROGATE = /\p{Surrogate}/u;
const LONE_SURROGATES = /\p{Surrogate}/gu;

/** Whether a text contains half an emoji, e.g. at a cut: it has no UTF-8 encoding and cannot be sent. */
export function hasLoneSurrogate(text: string): boolean {
  return LONE_SURROGATE.test(text);
}

const MAX_SHOWN_LENGTH = 80;

/** A text in quotes, for an error message; long ones are cut. */
export function quoted(text: string): string {
  return `'${shortened(text)}'`;
}

/** A text for an error message: long ones are cut, at whole characters. */
export function shortened(text: string): string {
  // Cut roughly before splitting, because the text may be a whole file.
  const characters = Array.from(text.slice(0, MAX_SHOWN_LENGTH + 1));
  const short = text.length <= MAX_SHOWN_LENGTH ? text : `${characters.slice(0, -1).join('')}…`;
  return short.replace(LONE_SURROGATES, '\ufffd');
}

/** For people who may not see the character: `an invisible character (U+200B)`. */
export function characterName(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `${describe(character)} (U+${code})`;
}

function describe(character: string): string {
  if (character === ' ') return 'a space';
  if (/[\r\n\u2028\u2029]/.test(character)) return 'a line break';
  return /[\p{C}\p{Z}]/u.test(character) ? 'an invisible character' : `the character ${character}`;
}

/** The place of a character as people count: the first is 1, and an emoji is one. */
export function positionOf(index: number, text: string): number {
  return Array.from(text.slice(0, index)).length + 1;
}
