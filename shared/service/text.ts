/** Texts that people enter: which look empty or the same, and how a message shows one. For words, see `wording.ts`. */

/** White space of any kind. */
const SPACES = /[\s\u0085]+/gu;
/**
 * What nobody sees, although it is no space: zero-width and direction marks, soft hyphens, variation selectors,
 * fillers, an empty Braille pattern.
 */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]+/gu;
/** Control characters but for spaces, and the sign for a character that was lost in a conversion. */
const LOST = /(?:(?!\s|\u0085)[\p{Cc}\ufffd])+/gu;
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\ufffd]/u;
/** What no identifier contains. Spaces other than those of a line are control characters, too. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\ufffd\u2028\u2029]/u;
/**
 * Where an invisible character is part of what is seen: joiners and direction marks of scripts that need them, joiners of
 * emoji, variation selectors of emoji and of Han and Mongolian characters, the letters of a flag.
 */
const NEEDED = [
  /(?<=[\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Mongolian}])[\u200c-\u200f]/gu,
  /(?<=[\p{Extended_Pictographic}\p{Script=Han}\p{Script=Mongolian}\p{Script=Myanmar}])\p{Variation_Selector}/gu,
  /(?<=[0-9#*])\ufe0f(?=\u20e3)/gu,
  /(?<=[\u{1f3f4}\u{e0020}-\u{e007f}])[\u{e0020}-\u{e007f}]/gu,
];

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

/** A text for a comparison in which Unicode form, kinds of spaces, invisible and control characters do not matter. */
export function asSeen(text: string): string {
  return withoutInvisible(text.replace(LOST, '')).trim().normalize('NFC');
}

/** A name or a value for a comparison: labels and headers that look the same, in any case, are the same. */
export function comparable(text: string): string {
  return asSeen(text).toLowerCase();
}

/** The index of the first character that makes two texts different which look the same; -1 without one. */
export function hiddenCharacterIn(text: string): number {
  if (!HIDDEN.test(text)) return -1;
  const needed = NEEDED.reduce(
    (rest, pattern) => rest.replace(pattern, (found) => '.'.repeat(found.length)),
    text,
  );
  return needed.search(HIDDEN);
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

/**
 * One character of a text, for people who may not see it: `an invisible character (U+200B) at position 4`, as people
 * count: the first is 1, and an emoji is one.
 */
export function namedCharacter(text: string, index: number): string {
  const code = text.codePointAt(index) ?? 0;
  const hex = code.toString(16).toUpperCase().padStart(4, '0');
  const position = Array.from(text.slice(0, index)).length + 1;
  return `${describe(String.fromCodePoint(code))} (U+${hex}) at position ${position}`;
}

function describe(character: string): string {
  if (character === ' ') return 'a space';
  if (/[\r\n\u2028\u2029]/.test(character)) return 'a line break';
  if (character === '\ufffd') return 'a character that was lost in a conversion';
  return /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u.test(character)
    ? 'an invisible character'
    : `the character ${character}`;
}
