/**
 * Whether a value is missing: `undefined`, `null` or only spaces, as in a cell that looks empty. The
 * same rule applies to every kind of input on every platform.
 */
export function isBlank(value: unknown): boolean {
  return (
    value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
  );
}

const LONE_SURROGATE = /\p{Surrogate}/u;
const LONE_SURROGATES = /\p{Surrogate}/gu;

/** Whether a text contains half an emoji, e.g. at a cut: it has no UTF-8 encoding and cannot be sent. */
export function hasLoneSurrogate(text: string): boolean {
  return LONE_SURROGATE.test(text);
}

/** Whether a text is an absolute URL of the web. */
export function isHttpUrl(text: string): boolean {
  return /^https?:\/\/[^/\s]+/i.test(text) && URL.canParse(text);
}

/** Ends a text with a period, unless it already ends a sentence. */
export function sentence(text: string): string {
  return /[.!?]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`;
}

/** `loyaltyCard` -> `LoyaltyCard`; the rest of the text is unchanged. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `ticketHolderName` -> `Ticket holder name`, `ON_HOLD` -> `On hold` */
export function inWords(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .trim()
    .toLowerCase();
  return capitalized(words);
}

/** A text without this character at its end, in linear time: `/x+$/` takes quadratic time. */
export function withoutTrailing(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end -= 1;
  return text.slice(0, end);
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

/** A color, as designs have it. */
export const HEX_COLOR = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i;

/** A phone number without spaces and punctuation; the `+` stays. */
export function withoutPhoneFormatting(phone: string): string {
  return phone.replace(/[\s()./-]/g, '');
}

/** Two spellings of one contact become the same: `0049 (151) 123-456` and `+49151123456`, `A@x.de` and `a@x.de`. */
export function normalizedContact(channel: 'email' | 'phone', contact: string): string {
  return channel === 'email'
    ? contact.trim().toLowerCase()
    : contact.replace(/[^0-9+]/g, '').replace(/^00/, '+');
}
