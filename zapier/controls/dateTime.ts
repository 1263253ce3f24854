import { valueControl } from './control';
import { helpText } from './helpText';

/**
 * A point in time as text. Zapier's date input would turn a bare date into 09:00, and unreadable text into
 * the current time.
 */
export const dateTime = valueControl<'dateTime'>((field) => ({
  type: 'string',
  helpText: [helpText(field), FORMATS].filter(Boolean).join(' '),
}));

const FORMATS =
  'Format: `2026-12-31` or `2026-12-31T18:00`. For other formats, add a Formatter by Zapier step.';
