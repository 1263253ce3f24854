import Table from 'cli-table3';

import { CONCURRENCY } from './manyItems/comparisonNodes';
import type { Results } from './results';

/** All approaches, without a limit and with 50 requests/s. */
export function approachesTable({ unlimited, approaches }: Results): string {
  const { items, latencyMs, idealMs } = unlimited;
  const table = new Table({
    head: ['approach', 's', 'of ideal', 'in flight', 'CPU ms / item', '50/s: s', 'issued'],
    style: { head: [] },
  });
  for (const row of approaches) {
    table.push([
      row.approach,
      seconds(row.ms),
      (row.ms / idealMs).toFixed(2),
      String(row.inFlightMax),
      row.cpuMsPerItem.toFixed(2),
      seconds(row.limitedMs),
      `${row.limitedDelivered} of ${items}`,
    ]);
  }
  return `${items} passes, ${latencyMs} ms latency; ideal for ${CONCURRENCY} at a time: ${seconds(idealMs)} s\n${table.toString()}`;
}

/** The connector under every limit. */
export function limitsTable({ limited }: Results): string {
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
