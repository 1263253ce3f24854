/** A person to issue a pass to. */
export interface Row {
  /** External ID of the pass. */
  number: string;
  name: string;
  email: string;
}

/** The input of a run. Of {@link createInput}: 3% of the rows are bad, 20% have a pass already, 1% repeat another row. */
export interface Input {
  rows: Row[];
  /** Numbers without a pass whose rows are good. Each should get one pass. */
  toIssue: Set<string>;
  /** Rows that have a pass before the run. */
  existing: Row[];
  /** Numbers of the rows with an invalid email address. None should get a pass. */
  bad: Set<string>;
}

/** @param count number of rows, a multiple of 100 so that the shares are exact */
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

/** Rows that all have a pass already; only one of 100 has another email address than its pass. */
export function createUpdateInput(count: number): Input {
  const rows = Array.from({ length: count }, (_, index) => ({
    number: `M-${String(index).padStart(5, '0')}`,
    name: `Member ${index}`,
    email: `member.${index}@example.com`,
  }));
  const existing = rows.map((row, index) =>
    index % 100 === 50 ? { ...row, email: `old.${row.email}` } : row,
  );
  return { rows, toIssue: new Set(), existing, bad: new Set() };
}

const isExisting = (index: number): boolean => index % 5 === 1;
const isBad = (index: number): boolean => [10, 40, 70].includes(index % 100);
const isRepeated = (index: number): boolean => index % 100 === 99;

function rowAt(index: number, count: number): Row {
  const original = isRepeated(index) ? repeatedIndex(index, count) : index;
  const number = `M-${String(original).padStart(5, '0')}`;
  const separator = isBad(original) ? ' at ' : '@';
  return {
    number,
    name: `Member ${original}`,
    email: `member.${original}${separator}example.com`,
  };
}

/** A row without a pass, usually far from the one that repeats it. */
function repeatedIndex(index: number, count: number): number {
  const hundreds = count / 100;
  return ((Math.floor(index / 100) * 37 + 11) % hundreds) * 100 + 54;
}
