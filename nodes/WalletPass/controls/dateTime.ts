import { valueControl } from './control';

/** A point in time. */
export const dateTime = valueControl<'dateTime'>(() => ({ type: 'dateTime', default: '' }));
