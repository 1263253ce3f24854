import { inspect } from 'node:util';

/**
 * What a terminal would obey rather than show: escape sequences, carriage returns and the like, and marks that turn
 * the direction of writing. Lines and the frames of tables stay.
 */
const CONTROLS = /(?!\n)[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A text as a terminal may show it: a control character becomes a `�`. */
function printable(text: string): string {
  return text.replace(CONTROLS, '�');
}

/** Prints a line or more. Names, reasons and IDs in it come from a sheet or from the service. */
export function print(text: string): void {
  console.log(printable(text));
}

export function printError(thrown: unknown): void {
  console.error(printable(inspect(thrown)));
}
