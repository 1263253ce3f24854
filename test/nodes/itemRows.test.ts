import { itemRows } from '../../nodes/WalletPass/nodeRun';

/** The number of the row that a message adds to the number of an item. */
const rowsOf = (items: object[], runIndex = 0) =>
  itemRows(
    items.map((json) => ({ json: json as { row_number?: number } })),
    runIndex,
  );

it.each([
  ['several items are counted from 1', [{}, {}, {}], 0, [1, 2, 3]],
  ['rows of a sheet keep their numbers', [{ row_number: 4 }, { row_number: 2 }], 0, [4, 2]],
  ['also a single one', [{ row_number: 7 }], 0, [7]],
  ['and in every round of a loop', [{ row_number: 12 }, { row_number: 13 }], 1, [12, 13]],
  ['items of which some have one are counted', [{ row_number: 4 }, {}], 0, [1, 2]],
  ['a number that no row has does not count', [{ row_number: 0 }, { row_number: 'x' }], 0, [1, 2]],
  ['a single item may come from a form', [{}], 0, []],
  ['further rounds of a loop may be other rows', [{}, {}], 1, []],
])('%s', (_, items, runIndex, rows) => {
  expect(rowsOf(items, runIndex)).toEqual(rows);
});
