import { z } from 'zod';

import { isHttpUrl } from './text';

/**
 * A URL in a response. Anything but a URL of the web counts as missing: people click what a field named link
 * contains, and `javascript:` or `file:` would do something else.
 */
export const webUrl = z
  .string()
  .nullish()
  .transform((url) => (typeof url === 'string' && isHttpUrl(url) ? url : undefined));
