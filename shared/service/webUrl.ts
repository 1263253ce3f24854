import { z } from 'zod';

/**
 * A URL in a response. Anything but a URL of the web counts as missing: people click what a field named link
 * contains, and `javascript:` or `file:` would do something else.
 */
export const webUrl = z
  .string()
  .nullish()
  .transform((url) => (typeof url === 'string' && isHttpUrl(url) ? url : undefined));

/** The same where a response without one is none. */
export const requiredWebUrl = webUrl.refine((url): url is string => url !== undefined, 'Required');

/** Whether a text is an absolute URL of the web. */
export function isHttpUrl(text: string): boolean {
  return /^https?:\/\/[^/\s]+/i.test(text) && URL.canParse(text);
}
