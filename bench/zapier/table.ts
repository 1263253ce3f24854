import Table from 'cli-table3';

import type { ZapierRuns } from './benchZapier';

/** Many runs of one Zap, one line per step. */
export function zapierTable(results: readonly ZapierRuns[]): string {
  const table = new Table({
    head: [
      'step',
      'limit',
      'arrival s',
      'issued',
      'duplicates',
      'lost',
      'attempts: max',
      'mean',
      'replay late ms',
      's',
      'requests',
    ],
    style: { head: [] },
  });
  for (const row of results) {
    table.push([
      row.step,
      `${row.ratePerSecond}/s`,
      row.arrivalS.toFixed(1),
      `${row.issued} of ${row.runs}`,
      String(row.duplicates),
      String(row.lost),
      String(row.attemptsMax),
      row.attemptsMean.toFixed(2),
      String(row.replayLateMaxMs),
      row.seconds.toFixed(1),
      String(row.requests),
    ]);
  }
  return table.toString();
}
