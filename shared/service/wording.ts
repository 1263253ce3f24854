/** The words of messages: plurals, lists, sentences, and words that differ between platforms. */

import { shortened } from './text';

/** `1 item`, `2 items` */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

/** `a, b and 3 more`; long texts are cut. */
export function joinWords<T>(
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

/**
 * Words that differ between platforms. The fixes of errors contain them as placeholders: `{connection}`,
 * `{turn on 'Preview Only'}`.
 */
export interface PlatformWords {
  /** The place of Base URL and API key: `credential`. */
  connection: string;
  /** The unit that runs an operation or a trigger: `node`. */
  step: string;
  /** The unit that a person turns on and off: `workflow`. */
  workflow: string;
  /** How to convert a date of another format, in one sentence. */
  dateConversion: string;
  /** How to load the fields of another template into the form, in one sentence. */
  otherTemplate: string;
  /** How to keep a repeated run from issuing passes again, in one sentence. */
  externalIdAdvice: string;
  /** How to set a switch. @param name its label in quotes */
  turn(to: 'on' | 'off', name: string): string;
}

const WORD = /\{(connection|step|workflow|dateConversion|otherTemplate)\}/g;
const SWITCH = /\{([Tt])urn (on|off) ('[^'{}]+')\}/g;

/** A fix in the words of a platform. */
export function withPlatformWords(text: string, words: PlatformWords): string {
  return text
    .replace(WORD, (_, word: Exclude<keyof PlatformWords, 'turn'>) => words[word])
    .replace(SWITCH, (_, initial: string, to: 'on' | 'off', name: string) => {
      const phrase = words.turn(to, name);
      return initial === 'T' ? capitalized(phrase) : phrase;
    });
}
