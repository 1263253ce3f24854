/** A person to issue a pass to. */
export interface Row {
  /** External ID of the pass. */
  number: string;
  name: string;
  email: string;
  /** Of the membership. */
  level: string;
}

/** The input of a run. */
export interface Input {
  rows: Row[];
  /** Numbers without a pass whose rows are good. Each should get one pass. */
  toIssue: Set<string>;
  /** Rows that have a pass before the run, or `kept` for the passes of an earlier run. */
  existing: Row[] | 'kept';
  /** Numbers of the rows with an invalid email address. None should get a pass. */
  bad: Set<string>;
}

/**
 * Rows of which 3% are bad, 20% have a pass already, and 1% repeat another row.
 * @param count number of rows, a multiple of 100 so that the shares are exact
 */
export function createInput(count: number): Input {
  if (count < 100 || count % 100 !== 0) {
    throw new Error(`The number of rows must be a multiple of 100, not ${count}`);
  }
  const rows = Array.from({ length: count }, (_, index) => rowAt(index, count));
  const distinct = rows.filter((_, index) => !isRepeated(index));
  const existing = rows.filter((_, index) => isExisting(index));
  const bad = new Set(rows.filter((_, index) => isBad(index)).map(({ number }) => number));
  const done = new Set([...existing.map(({ number }) => number), ...bad]);
  const toIssue = new Set(
    distinct.map(({ number }) => number).filter((number) => !done.has(number)),
  );
  return { rows, toIssue, existing, bad };
}

/**
 * A list of members, each with a card of their own. Lists of the same length differ in levels only.
 * @param count a multiple of 100
 * @param changed how many members have another level than in a list of which none changed
 */
export function createList(count: number, changed: number): Row[] {
  return Array.from({ length: count }, (_, index) => ({
    number: numberAt(index),
    name: `Member ${index}`,
    email: `member.${index}@example.com`,
    level: changed > 0 && index % (count / changed) === 0 ? 'Patron' : LEVEL,
  }));
}

const LEVEL = 'Standard';
const numberAt = (index: number): string => `M-${String(index).padStart(5, '0')}`;

const isExisting = (index: number): boolean => index % 5 === 1;
const isBad = (index: number): boolean => [10, 40, 70].includes(index % 100);
const isRepeated = (index: number): boolean => index % 100 === 99;

function rowAt(index: number, count: number): Row {
  const original = isRepeated(index) ? repeatedIndex(index, count) : index;
  const separator = isBad(original) ? ' at ' : '@';
  return {
    number: numberAt(original),
    name: `Member ${original}`,
    email: `member.${original}${separator}example.com`,
    level: LEVEL,
  };
}

/** A row without a pass, usually far from the one that repeats it. */
function repeatedIndex(index: number, count: number): number {
  const hundreds = count / 100;
  return ((Math.floor(index / 100) * 37 + 11) % hundreds) * 100 + 54;
}
