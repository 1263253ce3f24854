import { valueControl } from './control';

/**
 * A point in time as text. Zapier's date input would turn a bare date into 09:00, and unreadable text into
 * the current time.
 */
export const dateTime = valueControl<'dateTime'>(() => ({
  type: 'string',
  placeholder: 'e.g. 2026-12-31 or 2026-12-31T18:00',
}));
