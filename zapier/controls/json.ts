import { valueControl } from './control';

/** A JSON object. */
export const json = valueControl<'json'>(() => ({ type: 'json', schema: { type: 'object' } }));
