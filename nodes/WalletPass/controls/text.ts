import { valueControl } from './control';

/** A text, of one line or several. */
export const text = valueControl<'text'>(({ multiline }) => ({
  type: 'string',
  default: '',
  ...(multiline ? { typeOptions: { rows: 4 } } : {}),
}));
