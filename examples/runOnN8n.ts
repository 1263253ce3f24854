import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { startN8nEngine, type N8nRun, type WorkflowJson } from '../test/engines/n8nEngine';
import type { FormResponse } from './formResponses';

/** The outcome of one row. */
export interface RowOutcome {
  /** Number of the row in n8n: from 0, without the header. */
  item: number;
  member: string;
  outcome: string;
  pass?: { id: string; link: string };
  /** Why no card was issued; `fix` is the hint for the user. */
  reason?: string;
  fix?: string;
}

/** Result of all rows on n8n. */
interface N8nReport {
  rows: RowOutcome[];
  /** Hints that n8n shows for the run. */
  hints: string[];
}

/** Base URL and API key of the service. */
export interface Connection {
  baseUrl: string;
  apiKey: string;
}

const ROOT = path.resolve(__dirname, '..');

/**
 * Issues the rows through n8n: the built package, loaded by n8n's own loader, runs the workflow of
 * `form-responses.json`. Every row has an outcome, even if the service fails.
 */
export async function runOnN8n(
  responses: FormResponse[],
  connection: Connection,
  signal?: AbortSignal,
): Promise<N8nReport> {
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
    item: index,
    member: String(response.Member ?? ''),
    outcome: 'not started',
    reason: run.error('Issue Card')?.message,
  }));
  for (const { json, pairedItem } of run.items('Issue Card')) {
    Object.assign(rows[itemOf(pairedItem)] ?? {}, {
      outcome: json.outcome,
      pass: { id: json.id, link: json.link },
      reason: undefined,
    });
  }
  for (const { json, pairedItem } of run.items('Issue Card', 1)) {
    const details = json.details as { kind?: string };
    Object.assign(rows[itemOf(pairedItem)] ?? {}, {
      outcome: OUTCOMES[details.kind ?? ''] ?? 'failed',
      reason: (json.error as string).replace(ITEM_NUMBER, ''),
      fix: json.fix as string | undefined,
    });
  }
  return rows;
}

/** What the message of an item ends with; a row has its number. */
const ITEM_NUMBER = / \[item [^\]]*\]$/;

/** Outcome of a failed item, by kind of error; any other kind is `failed`. */
const OUTCOMES: Record<string, string> = {
  outcomeUnknown: 'unknown',
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
