/**
 * Whether there is no value: nothing, null, or a text of spaces alone, as a cell that looks empty
 * delivers it. The one rule for every kind of input on every platform.
 */
export function isBlank(value: unknown): boolean {
  return (
    value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
  );
}

const HALF_CHARACTER = /\p{Surrogate}/u;
const HALF_CHARACTERS = /\p{Surrogate}/gu;

/** Whether a text holds half an emoji, as a cut text does: it has no UTF-8 form and cannot be sent. */
export function hasLoneSurrogate(text: string): boolean {
  return HALF_CHARACTER.test(text);
}

/** `ticketHolderName` -> `Ticket holder name`, `ON_HOLD` -> `On hold` */
export function inWords(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const LONGEST_SHOWN = 80;

/** As much of a text as a person needs to find it again, in whole characters. */
export function shortened(text: string): string {
  // Cut roughly before it is split: a text may be a whole file.
  const characters = Array.from(text.slice(0, LONGEST_SHOWN + 1));
  const short = text.length <= LONGEST_SHOWN ? text : `${characters.slice(0, -1).join('')}…`;
  return short.replace(HALF_CHARACTERS, '\ufffd');
}
