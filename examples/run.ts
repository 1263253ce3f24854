/**
 * The main job on the embedded sandbox (`npm start`): the responses of a sign-up form become library
 * cards through n8n. The same responses through Zapier then issue nobody a second card.
 */
import { SingleBar } from 'cli-progress';

import { startSandbox } from '../sandbox';
import type { Sandbox } from '../sandbox';
import { readResponses } from './formResponses';
import type { FormResponse } from './formResponses';
import type { N8nReport } from './runOnN8n';
import { runOnN8n } from './runOnN8n';
import { issuedTable, problemTable, summary } from './report';
import { runOnZapier } from './runOnZapier';

const MAX_ISSUED_ROWS = 5;

async function main(): Promise<void> {
  const responses = await readResponses('form-responses.csv');
  const late = await readResponses('late-responses.csv');
  const sandbox = await startSandbox();
  try {
    print(`Wallet pass service (sandbox) at ${sandbox.baseUrl}`);
    const n8n = await n8nPart(sandbox, responses);
    if (!interrupted.signal.aborted) await zapierPart(sandbox, responses, late);
    print(
      `\nE-mails sent by the service: ${emails(sandbox)} for ${issued(n8n)} cards and ${late.length} late ones.`,
    );
    print(`Templates, cards and the outbox: ${sandbox.indexUrl}`);
    if (process.stdout.isTTY && !interrupted.signal.aborted) await untilInterrupted();
  } finally {
    await sandbox.close();
  }
}

async function n8nPart(sandbox: Sandbox, responses: FormResponse[]): Promise<N8nReport> {
  print(`\nn8n: ${responses.length} form responses -> workflow form-responses.json`);
  const bar = progressBar(responses.length);
  const stop = sandbox.control.onRequest(({ method, path }) => {
    if (method === 'POST' && path === '/pass') bar.increment();
  });
  const report = await runOnN8n(responses, connection(sandbox), interrupted.signal);
  stop();
  bar.update(responses.length);
  bar.stop();
  print(`n8n: ${summary(report.rows)}`);
  print(issuedTable(report.rows, MAX_ISSUED_ROWS));
  print(problemTable(report.rows) ?? '');
  for (const hint of report.hints) print(hint);
  return report;
}

async function zapierPart(
  sandbox: Sandbox,
  responses: FormResponse[],
  late: FormResponse[],
): Promise<void> {
  const all = [...responses, ...late];
  print(
    `\nZapier: the same ${responses.length} responses and ${late.length} late ones -> issue_pass`,
  );
  const bar = progressBar(all.length);
  const report = await runOnZapier(all, sandbox.templates.generic, connection(sandbox), () => {
    bar.increment();
  });
  bar.stop();
  print(`Zapier: connected as ${report.connection}`);
  print(`Zapier: ${summary(report.rows)}`);
  print(problemTable(report.rows) ?? '');
  print(`Zapier: find_pass ${report.found ? 'finds' : 'does not find'} the card of the first row`);
  print(
    `Zapier: new_pass reports ${report.newPasses.length} cards, newest ${report.newPasses[0] ?? '-'}`,
  );
}

function connection(sandbox: Sandbox) {
  return { baseUrl: sandbox.baseUrl, apiKey: sandbox.keys['Manage passes'] };
}

function emails(sandbox: Sandbox): number {
  return sandbox.control.outbox().filter(({ kind }) => kind === 'email').length;
}

function issued({ rows }: N8nReport): number {
  return rows.filter(({ outcome }) => outcome === 'created').length;
}

function progressBar(total: number): SingleBar {
  const bar = new SingleBar({
    format: '  {bar} {value}/{total} responses',
    hideCursor: true,
    clearOnComplete: false,
    noTTYOutput: false,
  });
  bar.start(total, 0);
  return bar;
}

/** Ctrl-C ends the run with a report of what was issued and what was not. */
const interrupted = new AbortController();
process.once('SIGINT', () => interrupted.abort());

function untilInterrupted(): Promise<void> {
  print('The sandbox stays up until Ctrl-C.');
  const alive = setInterval(() => {}, 60_000);
  return new Promise((resolve) => {
    interrupted.signal.addEventListener('abort', () => {
      clearInterval(alive);
      resolve();
    });
  });
}

function print(text: string): void {
  console.log(text);
}

main().then(
  () => process.exit(0),
  (thrown: unknown) => {
    console.error(thrown);
    process.exit(1);
  },
);
