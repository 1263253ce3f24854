/** Texts that a sheet or an expression delivers instead of a value, the same for everybody whose value is missing. */

import { quoted, trimmed, withoutTrailing } from './text';

/** The text of an object instead of its value. */
const OBJECT = '[object Object]';

/**
 * An error value of a formula in any language, `#REF!`, `#¿NOMBRE?`, `#N/A`, `#NV`, of a formula that still runs, or of
 * an object. Not within a longer word: `M-#NV`, but not `#NVIDIA`.
 */
const ERROR_VALUE =
  /(?:#(?:[\p{Lu}¡¿][\p{Lu}\d/_]*[!?]|\p{Lu}\/\p{Lu}|NV|GETTING_DATA)|Loading\.\.\.|\[object Object\])(?![\p{L}\p{N}])/u;

/** Texts that expressions return for a missing value, spelled exactly so, because Null and Nan are names. */
const MISSING_VALUES = ['undefined', 'null', 'NaN'];

/**
 * Texts for "no value" in databases, exports and languages: the defaults of pandas, the nil GUID, and words of any
 * language in brackets. A text without a letter or a digit is no value, either.
 */
const NO_VALUE =
  /^(?:null|none|nat|nil|[-+]?nan|n\.?a\.?|n\/a|#na|[-+]?1\.#(?:ind|qnan)|\\n|&nbsp;|\{?0{8}-?(?:0{4}-?){3}0{12}\}?|[([<]\P{N}*[)\]>]|[^\p{L}\p{N}]*)$/iu;
/**
 * The last part of an identifier that an expression has put together. Matches only these spellings, because others may
 * be names, e.g. Nan.
 */
const NO_VALUE_AT_END = /[^\p{L}\p{N}](NULL|None|nan|NaT|N\/A|<NA>)$/u;

/** The fix for an error value. */
export const ERROR_VALUE_FIX =
  'Correct the formula, the column or the expression that the value comes from.';

/**
 * The problem with a text for people that is an error value, or contains the text of an object; `undefined` if there is
 * none.
 */
export function errorValueProblem(text: string): string | undefined {
  const whole = trimmed(text);
  const areMissing = whole.split(/[\s,]+/).every((word) => MISSING_VALUES.includes(word));
  if (areMissing || ERROR_VALUE.exec(whole)?.[0] === whole) {
    return `is the error value ${quoted(whole)}`;
  }
  return text.includes(OBJECT) ? `contains the error value ${quoted(OBJECT)}` : undefined;
}

/**
 * The error value in an identifier or a contact, whole or as a part: `#REF!`, `M-#N/A`; `undefined` if there is none.
 */
export function errorValueIn(text: string): string | undefined {
  return ERROR_VALUE.exec(text)?.[0];
}

/**
 * What an expression has made of a missing value in an identifier or a contact: `crm-undefined`, `M-NaN`, `crm-None`;
 * `undefined` if there is none.
 */
export function missingValueIn(text: string): string | undefined {
  const isAddress = text.includes('@');
  // Null is a surname, and addresses are in lower case.
  const words = ['undefined', 'NaN', ...(isAddress ? [] : ['null'])];
  const word = text.split(/[^\p{L}\p{N}]/u).find((part) => words.includes(part));
  return word ?? (isAddress ? undefined : NO_VALUE_AT_END.exec(text)?.[1]);
}

/**
 * A placeholder that a platform should have filled in: `{{id}}`, `*|ID|*`, `%%id%%`, `<%= id %>`, `[% id %]`, `#{id}`,
 * `${id}`, and n8n's `$json.id` without its braces. A dollar within a word is no expression.
 */
export const PLACEHOLDER =
  /\{\{|\}\}|\*\||%%[\w.-]+%%|<%|\[%|[#$]\{|(?<![\p{L}\p{N}])\$(?:[a-z]\w*[.[(]|\()/u;

/** Whether a whole identifier marks a missing value, or has no letter or digit. */
export function isNoValue(text: string): boolean {
  return NO_VALUE.test(text);
}

/** IDs made of random characters are longer, and may begin or end with `-` or `_`. */
const MAX_COMPOSED_LENGTH = 19;
/** `-1`, and a number with a sign that is as long as systems make them. */
const SIGNED_NUMBER = /^-\d(?:\d{8,})?$/;

/**
 * Whether an ID begins or ends with a separator, because the part next to it is missing: `M-`, `-2026`, `:evt77`, `A/`.
 * Not `#1071`, and not an enclosed ID: `__proto__`, `#EXT#`.
 */
export function lacksPart(id: string): boolean {
  const [before] = /^[-_:|~/\p{Pd}]/u.exec(id) ?? [];
  const [after] = /[-_:|~/#\p{Pd}](?=[-_:|~/#\p{Pd}]*$)/u.exec(id) ?? [];
  if (before === after || id.length > MAX_COMPOSED_LENGTH || SIGNED_NUMBER.test(id)) return false;
  return after !== '#' || !/#.*#/.test(id);
}

/**
 * Whether a text contains a number as a sheet shows it if its column is too narrow: many numbers are shown as
 * `4.44714E+11`. `12E5`, without a sign, may be an ID.
 */
export function hasShortenedNumber(text: string): boolean {
  const isShortened = (word: string) => /^\d(?:[.,]\d+)?E\+\d+$/i.test(word);
  return text.split(/[^\p{L}\p{N}.,+]/u).some((word) => {
    const parts = word.split(',').map((part) => withoutTrailing(part, '.'));
    return isShortened(withoutTrailing(parts.join(','), ',')) || parts.some(isShortened);
  });
}
