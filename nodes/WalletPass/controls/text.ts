import { valueControl } from './control';

/** A text, of one line or several. */
export const text = valueControl<'text'>(({ multiline, default: start = '' }) => ({
  type: 'string',
  default: start as string,
  ...(multiline ? { typeOptions: { rows: 4 } } : {}),
}));
