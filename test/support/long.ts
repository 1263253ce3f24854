/**
 * Set by `npm run test:long`, which runs the tests that import this file: every case of the matrices, many
 * more random cases, and the files named `*.long.test.ts`.
 */
export const LONG = process.env.LONG === '1';

const size = (short: number, long: number): number => (LONG ? long : short);

/** Random histories for each property of a trigger. */
export const HISTORIES = size(10, 2_000);
/** Random dates for each property of them. */
export const DATES = size(100, 2_000);
/** Random inputs, for all operations together. */
export const FUZZ_INPUTS = size(250, 22_000);
/** Requests with random faults, at least. */
export const FAULT_CALLS = size(50, 6_000);
/** Changes to the balances of fifty passes in one batch. */
export const BALANCE_CHANGES = size(150, 1_000);
/** New passes of a run, and existing ones in the list that it reads: large lists. */
export const BULK_LISTS: readonly [number, number][] = LONG
  ? [
      [600, 1_000],
      [300, 5_000],
    ]
  : [];
/** Items of one run that come out in order. */
export const ORDERED_ITEMS = size(100, 1_000);
/** Numbers of passes whose state is measured. */
export const STATE_COUNTS = LONG ? [1_000, 10_000] : [1_000];
/** Runs of one Zap that start together. */
export const ZAP_RUNS = 40;
