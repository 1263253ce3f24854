import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { startN8nEngine } from '../test/engines/n8nEngine';
import type { N8nRun, WorkflowJson } from '../test/engines/n8nEngine';
import type { FormResponse } from './formResponses';

/** What became of one row. */
export interface RowOutcome {
  /** Number of the row in the file, from 1, without the header. */
  row: number;
  member: string;
  outcome: string;
  link?: string;
  /** Why it was not issued, and how to fix that. */
  reason?: string;
  fix?: string;
}

export interface LegReport {
  rows: RowOutcome[];
  /** What the platform itself wants to say about the run. */
  hints: string[];
}

export interface Connection {
  baseUrl: string;
  apiKey: string;
}

const ROOT = path.resolve(__dirname, '..');

/**
 * Issues the rows through n8n: the built package, loaded by n8n's own loader, runs the workflow of
 * `form-responses.json`. Every row has an outcome, whatever happens to the service meanwhile.
 */
export async function runN8nLeg(
  responses: FormResponse[],
  connection: Connection,
  signal?: AbortSignal,
): Promise<LegReport> {
  const engine = await startN8nEngine({ packageDir: ROOT });
  const text = await readFile(path.join(__dirname, 'form-responses.json'), 'utf8');
  const run = await engine.run(JSON.parse(text) as WorkflowJson, {
    credentials: { walletPassApi: { ...connection } },
    startItems: responses.map((json) => ({ json })),
    signal,
  });
  return { rows: rowOutcomes(run, responses), hints: hints(run) };
}

function rowOutcomes(run: N8nRun, responses: FormResponse[]): RowOutcome[] {
  const rows = responses.map((response, index): RowOutcome => ({
    row: index + 1,
    member: String(response.Member ?? ''),
    outcome: 'not started',
    reason: run.error('Issue Card')?.message,
  }));
  for (const { json, pairedItem } of run.items('Issue Card')) {
    Object.assign(rows[itemOf(pairedItem)] ?? {}, {
      outcome: json.outcome,
      link: json.link,
      reason: undefined,
    });
  }
  for (const { json, pairedItem } of run.items('Issue Card', 1)) {
    const details = json.details as { fix?: string; kind?: string };
    Object.assign(rows[itemOf(pairedItem)] ?? {}, {
      outcome: OUTCOMES[details.kind ?? ''] ?? 'refused',
      reason: json.error,
      fix: details.fix,
    });
  }
  return rows;
}

/** What a failed item is called, where it was not its values that were refused. */
const OUTCOMES: Record<string, string> = {
  outcomeUnknown: 'not known',
  unavailable: 'not sent',
  rateLimited: 'not sent',
};

function itemOf(pairedItem: unknown): number {
  return (pairedItem as { item: number }).item;
}

function hints(run: N8nRun): string[] {
  const runs = run.data.resultData.runData['Issue Card'] ?? [];
  return runs.flatMap(({ hints = [] }) => hints.map(({ message }) => message));
}
