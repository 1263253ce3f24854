import Table from 'cli-table3';

import type { Results } from './results';

/** The connector under every limit. */
export function limitsTable(limited: Results['limited']): string {
  const table = new Table({
    head: [
      'limit',
      'burst',
      'Retry-After',
      'items',
      'issued',
      'duplicates',
      's',
      'allowed',
      'ratio',
    ],
    style: { head: [] },
  });
  for (const row of limited) {
    table.push([
      `${row.ratePerSecond}/s`,
      String(row.burst),
      row.retryAfter,
      String(row.items),
      String(row.delivered),
      String(row.duplicated),
      seconds(row.ms),
      seconds(row.boundMs),
      (row.ms / row.boundMs).toFixed(2),
    ]);
  }
  return table.toString();
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}
