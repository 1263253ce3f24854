/**
 * Rows of the items of a run, as people count them. Empty if the items are not known to be rows, e.g. the item of a
 * form.
 */
export type ItemRows = readonly number[];

/** `item 1 (row 2)`. Items are numbered from 0, as on n8n. */
export function itemName(index: number, rows: ItemRows): string {
  return itemList([index], rows);
}

/** `[0, 1, 2, 5]` -> `items 0-2, 5 (rows 1-3, 6)`; long lists are cut. */
export function itemList(indexes: readonly number[], rows: ItemRows): string {
  if (indexes.length === 0) return 'none';
  const [item, row] = indexes.length === 1 ? ['item', 'row'] : ['items', 'rows'];
  const items = `${item} ${rangeList(indexes)}`;
  const rowsOf = indexes.flatMap((index) => rows[index] ?? []);
  return rowsOf.length < indexes.length ? items : `${items} (${row} ${rangeList(rowsOf)})`;
}

/** Longer lists are truncated. */
const MAX_RANGES = 10;

function rangeList(numbers: readonly number[]): string {
  const ranges: [first: number, last: number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  const shown = ranges.slice(0, MAX_RANGES);
  const rest = ranges.slice(MAX_RANGES).reduce((sum, [first, last]) => sum + last - first + 1, 0);
  const list = shown
    .map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`))
    .join(', ');
  return rest > 0 ? `${list} and ${rest} more` : list;
}
