import Table from 'cli-table3';

import { CONCURRENCY } from '../manyItems/comparisonNodes';
import type { ServerResults } from './benchServer';
import type { ListResults } from './lists';
import type { ServerRow } from './measureRun';

/** All runs, and the time in queue mode compared with the limit. */
export function serverTable(results: ServerResults): string {
  const { rows, latencyMs, toIssue, sqlite, queueMode } = results;
  const { workers, executions, boundMs, row } = queueMode;
  const { ratePerSecond, burst } = results.limit;
  const acceptedMs = ((row.requests - row.rateLimited - burst) / ratePerSecond) * 1000;
  const table = new Table({
    head: [
      'approach',
      'limit',
      's',
      `issued of ${toIssue}`,
      'duplicates',
      'issued to bad rows',
      'no outcome',
      'errors',
      'requests',
      '429',
      'peak MB',
      'CPU ms / row',
      'longest block ms',
      'stored bytes / row',
      'editor s',
    ],
    style: { head: [], compact: true },
    wordWrap: true,
    colWidths: [32, 7, 8, 11, 12, 11, 9, 8, 10, 8, 8, 8, 9, 9, 8],
  });
  for (const each of sqlite) table.push(cells(each));
  table.push(cells({ ...row, approach: `${row.approach}, queue mode` }));
  const failed = [...sqlite, row].filter(({ failedExecutions }) => failedExecutions > 0);
  return [
    `${rows} rows on a real n8n server, ${latencyMs} ms latency; limit: ${ratePerSecond}/s, burst ${burst}`,
    `Ideal for ${CONCURRENCY} at a time with one request per row: ${seconds((rows / CONCURRENCY) * latencyMs)} s`,
    table.toString(),
    `Queue mode with PostgreSQL, ${executions} executions on ${workers} workers: ${seconds(row.ms)} s, ` +
      `${(row.ms / boundMs).toFixed(2)} of the ${seconds(boundMs)} s that the limit requires for one request per good row ` +
      `(${seconds(acceptedMs)} s for the requests that were accepted)`,
    ...failed.map(
      ({ approach, failedExecutions }) => `${approach}: ${failedExecutions} executions failed`,
    ),
  ].join('\n');
}

/** All runs over lists. */
export function listsTable({ latencyMs, limit, runs }: ListResults): string {
  const table = new Table({
    head: ['approach', 'cards', 'changed', 's', 'requests', '429', 'errors'],
    style: { head: [], compact: true },
  });
  for (const { approach, members, changed, ms = NaN, requests, rateLimited, errors } of runs) {
    const numbers = [requests, rateLimited, errors].map(String);
    table.push([approach, String(members), String(changed), seconds(ms), ...numbers]);
  }
  return [
    `Lists of cards on a real n8n server, ${latencyMs} ms latency; limit: ${limit.ratePerSecond}/s, burst ${limit.burst}`,
    table.toString(),
  ].join('\n');
}

function cells(row: ServerRow): string[] {
  return [
    row.approach,
    row.ratePerSecond === null ? 'none' : `${row.ratePerSecond}/s`,
    seconds(row.ms),
    String(row.issued),
    String(row.duplicates),
    String(row.badIssued),
    String(row.withoutOutcome),
    String(row.errors),
    String(row.requests),
    String(row.rateLimited),
    row.peakBytes.map((bytes) => String(Math.round(bytes / 1e6))).join('\n'),
    row.cpuMsPerRow.toFixed(2),
    row.longestBlockMs.join('\n'),
    String(row.executionBytesPerRow),
    seconds(row.editorMs),
  ];
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}
