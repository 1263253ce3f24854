import { capitalized } from './wording';

/**
 * Words that differ between platforms. Hints of errors contain them as placeholders: `{connection}`,
 * `{turn on 'Preview Only'}`.
 */
export interface PlatformWords {
  /** What holds Base URL and API key. */
  connection: string;
  /** What runs an operation or a trigger. */
  step: string;
  /** What a person turns on and off. */
  workflow: string;
  /** How a person converts a date of another format, in one sentence. */
  dateConversion: string;
  /** What a person does so that the form has the fields of another template, in one sentence. */
  otherTemplate: string;
  /** How a person keeps a repeated run from issuing passes again, in one sentence. */
  externalIdAdvice: string;
  /** How a person sets a switch. @param name its label in quotes */
  turn(to: 'on' | 'off', name: string): string;
}

const WORD = /\{(connection|step|workflow|dateConversion|otherTemplate|externalIdAdvice)\}/g;
const SWITCH = /\{([Tt])urn (on|off) ('[^'{}]+')\}/g;

/** A hint in the words of a platform. */
export function withPlatformWords(text: string, words: PlatformWords): string {
  return text
    .replace(WORD, (_, word: Exclude<keyof PlatformWords, 'turn'>) => words[word])
    .replace(SWITCH, (_, initial: string, to: 'on' | 'off', name: string) => {
      const phrase = words.turn(to, name);
      return initial === 'T' ? capitalized(phrase) : phrase;
    });
}
