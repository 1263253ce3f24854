import Table from 'cli-table3';

import type { RowOutcome } from './runOnN8n';

/** How many rows had which outcome, most frequent first: `104 created, 1 existing, 4 refused`. */
export function summary(rows: RowOutcome[]): string {
  const counts = new Map<string, number>();
  for (const { outcome } of rows) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([outcome, count]) => `${count} ${outcome}`)
    .join(', ');
}

/** The rows that were not issued, with reason and fix; `undefined` if there are none. */
export function problemTable(rows: RowOutcome[]): string | undefined {
  const refused = rows.filter(({ reason }) => reason !== undefined);
  if (refused.length === 0) return undefined;
  // Zapier's messages already contain the fix.
  const withFix = refused.some(({ fix }) => fix !== undefined);
  const table = new Table({
    head: ['Row', 'Member', 'Outcome', 'Why', ...(withFix ? ['What to do'] : [])],
    colWidths: withFix ? [6, 22, 12, 44, 44] : [6, 22, 12, 88],
    wordWrap: true,
    style: { head: [], border: [] },
  });
  for (const { row, member, outcome, reason = '', fix = '' } of refused) {
    table.push([row, member, outcome, reason, ...(withFix ? [fix] : [])]);
  }
  return table.toString();
}

/** The first issued rows, with links to open. */
export function issuedTable(rows: RowOutcome[], maxRows: number): string {
  const table = new Table({
    head: ['Row', 'Member', 'Outcome', 'Pass link'],
    style: { head: [], border: [] },
  });
  const issued = rows.filter(({ link }) => link !== undefined);
  for (const { row, member, outcome, link = '' } of issued.slice(0, maxRows)) {
    table.push([row, member, outcome, link]);
  }
  return table.toString();
}
