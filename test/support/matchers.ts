/** Typed matchers for values that a test does not care about. */
export const someText = expect.any(String) as unknown as string;
export const textWith = (part: string | RegExp): string =>
  (typeof part === 'string'
    ? expect.stringContaining(part)
    : expect.stringMatching(part)) as unknown as string;
