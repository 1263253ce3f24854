/** Numbered traps of the service (reference/traps.md) that need no test, each with the reason. */
export const TRAPS_WITHOUT_TEST: Readonly<Record<number, string>> = {};
