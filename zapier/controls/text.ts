import { valueControl } from './control';
import { templateListKeys } from './listKeys';

/** A text, of one line or several, or the ID of a pass. */
export const text = valueControl<'text'>(({ format, multiline }) => {
  if (format !== 'passId') return { type: multiline ? 'text' : 'string' };
  // Without a search to add: the search itself uses this input.
  return { type: 'string', dynamic: `${templateListKeys(undefined).passes}.id.label` };
});

/** A hex color. */
export const color = valueControl<'color'>(() => ({ type: 'string' }));
