import { itemRows } from '../../nodes/WalletPass/nodeRun';

/** The number of the row that a message adds to the number of an item. */
const rowsOf = (items: object[], runIndex = 0) =>
  itemRows(
    items.map((json) => ({ json: json as { row_number?: number } })),
    runIndex,
  );

test.each<[string, rows: object[], runIndex: number, shown: number[]]>([
  ['Several items are counted from 1', [{}, {}, {}], 0, [1, 2, 3]],
  ['Rows of a sheet keep their numbers', [{ row_number: 4 }, { row_number: 2 }], 0, [4, 2]],
  ['A single row of a sheet keeps its number', [{ row_number: 7 }], 0, [7]],
  ['A row of a sheet keeps its number in every round of a loop', [{ row_number: 12 }], 1, [12]],
  ['Items of which only some have a row number are counted', [{ row_number: 4 }, {}], 0, [1, 2]],
  [
    'Row numbers that no sheet has do not count',
    [{ row_number: 0 }, { row_number: 'x' }],
    0,
    [1, 2],
  ],
  ['A single item has no row number, because it may come from a form', [{}], 0, []],
  ['Further rounds of a loop have no row numbers, because they may be other rows', [{}, {}], 1, []],
])('%s', (_, items, runIndex, rows) => {
  expect(rowsOf(items, runIndex)).toEqual(rows);
});
