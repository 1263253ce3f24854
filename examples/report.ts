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

/** The rows without a card, with reason and fix; `undefined` if there are none. */
export function problemTable(rows: RowOutcome[]): string | undefined {
  const failed = rows.filter(({ reason }) => reason !== undefined);
  if (failed.length === 0) return undefined;
  // Zapier's messages already contain the fix.
  const withFix = failed.some(({ fix }) => fix !== undefined);
  const table = new Table({
    head: ['Item', 'Member', 'Outcome', 'Why', ...(withFix ? ['What to do'] : [])],
    colWidths: withFix ? [6, 22, 12, 44, 44] : [6, 22, 12, 88],
    wordWrap: true,
    style: { head: [], border: [] },
  });
  for (const { item, member, outcome, reason = '', fix = '' } of failed) {
    table.push([item, member, outcome, reason, ...(withFix ? [fix] : [])]);
  }
  return table.toString();
}

/** The first issued rows, with the links or the IDs of their passes; `undefined` if there are none. */
export function issuedTable(
  rows: RowOutcome[],
  maxRows: number,
  show: 'link' | 'id',
): string | undefined {
  const issued = rows.filter(({ pass }) => pass !== undefined);
  if (issued.length === 0) return undefined;
  const table = new Table({
    head: ['Item', 'Member', 'Outcome', show === 'link' ? 'Pass link' : 'Pass ID'],
    style: { head: [], border: [] },
  });
  for (const { item, member, outcome, pass } of issued.slice(0, maxRows)) {
    table.push([item, member, outcome, pass?.[show]]);
  }
  return table.toString();
}
