import type { INodeExecutionData } from 'n8n-workflow';

import type { ItemRows } from '../../shared/run/itemNames';

/** Column with the row of the sheet that n8n's Google Sheets node adds; the header is row 1. */
const ROW_NUMBER = 'row_number';

/**
 * The rows of the items: those of their sheet if all items have them, else counted from 1, without a header. Empty
 * for a single item, which may come from a form, and for further rounds of a loop, which may be other rows.
 * @param runIndex which run of the node this is within the execution
 */
export function itemRows(items: readonly INodeExecutionData[], runIndex: number): ItemRows {
  const sheetRows = items.map(({ json }) => Number(json[ROW_NUMBER]));
  if (sheetRows.every((row) => Number.isInteger(row) && row > 0)) return sheetRows;
  return items.length > 1 && runIndex === 0 ? items.map((_, index) => index + 1) : [];
}
