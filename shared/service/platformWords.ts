/** Words that differ between platforms. Hints of errors contain them as placeholders: `{connection}`. */
export interface PlatformWords {
  /** What holds Base URL and API key. */
  connection: string;
  /** What runs an operation or a trigger. */
  step: string;
  /** What a person turns on and off. */
  workflow: string;
}

const PLACEHOLDER = /\{(connection|step|workflow)\}/g;

/** A hint in the words of a platform. */
export function withPlatformWords(text: string, words: PlatformWords): string {
  return text.replace(PLACEHOLDER, (_, name: keyof PlatformWords) => words[name]);
}
