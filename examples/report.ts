import Table from 'cli-table3';

import type { RowOutcome } from './runOnN8n';

/** How many rows had which outcome, most frequent first: `104 created, 1 existing, 4 failed`. */
export function summary(rows: RowOutcome[]): string {
  const counts = new Map<string, number>();
  for (const { outcome } of rows) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([outcome, count]) => `${count} ${outcome}`)
    .join(', ');
}

/** The width of the terminal; where there is none, that of the narrowest. */
const WIDTH = process.stdout.isTTY ? Math.min(process.stdout.columns, 140) : 80;

/** The rest of a line for one column. @param others widths of the other columns, which have a frame, too */
function widthBeside(...others: number[]): number {
  return WIDTH - others.length - 2 - others.reduce((sum, width) => sum + width, 0);
}

/** The rows without a card, with reason and fix; `undefined` if there are none. */
export function problemTable(rows: RowOutcome[]): string | undefined {
  const failed = rows.filter(({ reason }) => reason !== undefined);
  if (failed.length === 0) return undefined;
  const table = new Table({
    head: ['Item', 'Member', 'Outcome', 'Why, and what to do'],
    colWidths: [6, 16, 10, widthBeside(6, 16, 10)],
    wordWrap: true,
    style: { head: [], border: [] },
  });
  for (const { item, member, outcome, reason = '', fix } of failed) {
    // Zapier's messages already contain the fix.
    table.push([item, member, outcome, fix === undefined ? reason : `${reason}. ${fix}`]);
  }
  return table.toString();
}

/** The first issued rows, with the links or the IDs of their passes; `undefined` if there are none. */
export function issuedTable(
  rows: RowOutcome[],
  maxRows: number,
  show: 'link' | 'id',
): string | undefined {
  const issued = rows
    .flatMap(({ pass, ...row }) => (pass === undefined ? [] : [{ ...row, shown: pass[show] }]))
    .slice(0, maxRows);
  if (issued.length === 0) return undefined;
  // A link in two lines cannot be opened.
  const shownWidth = Math.max(...issued.map(({ shown }) => shown.length)) + 2;
  const table = new Table({
    head: ['Item', 'Member', 'Outcome', show === 'link' ? 'Pass link' : 'Pass ID'],
    colWidths: [6, Math.min(24, widthBeside(6, 10, shownWidth)), 10, shownWidth],
    wordWrap: true,
    style: { head: [], border: [] },
  });
  for (const { item, member, outcome, shown } of issued) {
    table.push([item, member, outcome, shown]);
  }
  return table.toString();
}
