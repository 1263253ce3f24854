/**
 * Texts that people enter: which look empty or the same, and how a message shows one. For words, see `wording.ts`.
 *
 *     isBlank, trimmed     whether anything is seen, and without what is not seen at the ends
 *     plain                identifiers, contacts, dates: the one form of what nobody can tell apart
 *     asSeen, comparable   labels and headers: single blanks, no control characters; in any case
 *     normalizedContact    two contacts that are the same (contacts.ts)
 *     looseExternalId      two external IDs that may be the same: only to leave a pass alone (externalIds.ts)
 */

/** White space of any kind. */
const SPACES = /[\s\u0085]+/gu;
/**
 * What nobody sees, although it is no space: zero-width and direction marks, soft hyphens, variation selectors,
 * fillers, an empty Braille pattern. Joiners are {@link NEEDLESS_JOINER}.
 */
const INVISIBLE = /(?![\u200c\u200d])[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** Where a joiner changes nothing that is seen: not between the parts of an emoji, nor in scripts that need it. */
const NEEDLESS_JOINER =
  /(?<![\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Script=Arabic}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}\p{Extended_Pictographic}])/gu;
/** Control characters but for spaces, and the sign for a character that was lost in a conversion. */
const LOST = /(?:(?!\s|\u0085)[\p{Cc}\ufffd])+/gu;
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\ufffd]/u;
/** What no identifier contains, {@link plain}: spaces other than those of a line are control characters, too. */
export const HIDDEN = /[\p{Cc}\ufffd\u2028\u2029]/u;

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

/**
 * A text in the one form of all that a person cannot tell apart: without invisible characters, and with one kind of
 * blank, hyphen, apostrophe, width and digit. Visible differences stay: other dashes, several blanks, case.
 */
export function plain(text: string): string {
  const folded = text
    .replace(/[\uff01-\uffee]+/g, (wide) => wide.normalize('NFKC'))
    .replace(INVISIBLE, '')
    .replace(NEEDLESS_JOINER, '')
    .replace(/\p{Zs}/gu, ' ')
    .replace(/[\u2010\u2011]/g, '-')
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/(?![0-9])\p{Nd}/gu, asciiDigit);
  return trimmed(folded).normalize('NFC');
}

/** In every script, the digits follow each other from zero on. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}

/** {@link plain} for labels and headers: nor do control characters and the number of blanks matter. */
export function asSeen(text: string): string {
  return plain(text.replace(LOST, '')).replace(SPACES, ' ');
}

/** A name or a value for a comparison: labels and headers that look the same, in any case, are the same. */
export function comparable(text: string): string {
  return asSeen(text).toLowerCase();
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

/** The characters in which two different texts, which may look the same, differ first. */
export function firstDifference(text: string, other: string): string {
  let index = 0;
  while (text[index] === other[index]) index += 1;
  const named = (one: string) => (index < one.length ? namedCharacter(one, index) : 'nothing');
  return `${named(text)} and ${named(other)}`;
}

function describe(character: string): string {
  if (character === ' ') return 'a space';
  if (/[\r\n\u2028\u2029]/.test(character)) return 'a line break';
  if (character === '\ufffd') return 'a character that was lost in a conversion';
  return /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u.test(character)
    ? 'an invisible character'
    : `the character ${character}`;
}
