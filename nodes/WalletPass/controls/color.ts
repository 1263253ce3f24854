import { valueControl } from './control';

/** A hex color. */
export const color = valueControl<'color'>(() => ({ type: 'color', default: '' }));
