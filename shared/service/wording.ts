/** The words of messages: plurals, lists, sentences. */

import { shortened } from './text';

/** `1 item`, `2 items` */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

/** `a, b and 3 more`; long texts are cut. */
export function listed<T>(
  items: readonly T[],
  max: number,
  textOf: (item: T) => string = String,
): string {
  const texts = items.slice(0, max).map((item) => shortened(textOf(item)));
  const rest = items.length - texts.length;
  return `${texts.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
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

/**
 * A duration in words: `90 seconds`, `10 minutes`, `1 day`.
 * @param ms rounded up to seconds; longer durations are rounded to minutes, hours or days
 */
export function duration(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 120 && seconds !== 60) return counted(seconds, 'second');
  const minutes = Math.round(seconds / 60);
  if (minutes < 120 && minutes !== 60) return counted(minutes, 'minute');
  const hours = Math.round(minutes / 60);
  if (hours < 48 && hours !== 24) return counted(hours, 'hour');
  return counted(Math.round(hours / 24), 'day');
}
