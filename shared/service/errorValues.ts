/** What a sheet or an expression delivers in place of a value: the same text for everybody whose value is missing. */

import { withoutTrailing } from './text';

/** Of formulas, in the languages of spreadsheets, and of one that still runs. */
const FORMULA_ERRORS = [
  '#N/A #REF! #VALUE! #DIV/0! #NAME? #NUM! #NULL! #ERROR! #SPILL! #CALC! #FIELD! #BLOCKED!',
  '#CONNECT! #UNKNOWN! #BUSY! #EXTERNAL! #PYTHON! #GETTING_DATA Loading...',
  // German, Dutch
  '#NV #BEZUG! #WERT! #ZAHL! #ÜBERLAUF! #N/B #VERW! #WAARDE! #DEEL/0! #NAAM? #GETAL!',
  // French, Italian
  '#N/D #VALEUR! #NOM? #NOMBRE! #NUL! #RIF! #VALORE! #NOME? #NULLO!',
  // Spanish, Portuguese
  '#¡REF! #¡VALOR! #¡DIV/0! #¿NOMBRE? #¡NUM! #¡NULO! #VALOR! #NÚM! #NULO!',
  // Polish
  '#N/D! #ADR! #ARG! #DZIEL/0! #NAZWA? #LICZBA! #ZERO!',
].flatMap((list) => list.split(' '));

/** Of expressions, written exactly so: `Nan` is a name. */
const NO_VALUES = ['undefined', 'NaN', '[object Object]'];

const ERROR_VALUES = new Set([...FORMULA_ERRORS, ...NO_VALUES]);

/** Those that are not words, so that they are recognized within a text. */
const RECOGNIZED_WITHIN = [...FORMULA_ERRORS, '[object Object]'];

/** The fix for one. */
export const ERROR_VALUE_HINT =
  'Correct the formula, the column or the expression that the value comes from.';

/** Whether a text is nothing but an error value. */
export function isErrorValue(text: string): boolean {
  return ERROR_VALUES.has(text);
}

/**
 * The error value in an identifier or a contact, whole or as a part: `#REF!`, `crm-undefined`, `M-NaN`; `undefined`
 * if there is none.
 */
export function errorValueIn(text: string): string | undefined {
  const found = RECOGNIZED_WITHIN.find((value) => contains(text, value));
  if (found !== undefined) return found;
  // Null is a surname, and addresses are in lower case.
  const words = text.includes('@') ? NO_VALUES : [...NO_VALUES, 'null'];
  return text.split(/[^\p{L}\p{N}]/u).find((word) => words.includes(word));
}

/** Not within a longer word: `M-#NV`, but not `#NVIDIA`. */
function contains(text: string, errorValue: string): boolean {
  if (!text.includes(errorValue)) return false;
  const [, ...rests] = text.split(errorValue);
  return rests.some((rest) => !/^[\p{L}\p{N}]/u.test(rest));
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
