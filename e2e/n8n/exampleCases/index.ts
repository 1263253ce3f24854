/**
 * Events of each example workflow, and the expected state of the server after each. Every event is repeated, and
 * must change nothing the second time.
 */
import { BADGES } from './badges';
import { DATES } from './dates';
import { EVENTS } from './events';
import { ISSUING } from './issuing';
import { LISTS } from './lists';
import { PURCHASES } from './purchases';

/** Events by name of the example, in order. */
export const CASES = { ...ISSUING, ...LISTS, ...PURCHASES, ...DATES, ...EVENTS, ...BADGES };
