/**
 * The main job on the embedded sandbox (`npm start`): n8n issues a library card for every response to a
 * sign-up form. The same responses through Zapier then issue no second card to anyone.
 */
import { once } from 'node:events';

import { SingleBar } from 'cli-progress';

import { startSandbox, type Sandbox } from '../sandbox';
import { connectionLines } from '../sandbox/connectionLines';
import { readResponses, type FormResponse } from './formResponses';
import { print, printError } from './print';
import { type RowOutcome, runOnN8n } from './runOnN8n';
import { issuedTable, problemTable, summary } from './report';
import { runOnZapier } from './runOnZapier';

const MAX_ISSUED_ROWS = 5;
/** In a terminal, the sandbox runs until Ctrl-C. Otherwise it ends with this process, so no URLs are printed. */
const STAYS_UP = process.stdout.isTTY;

async function main(): Promise<void> {
  const responses = await readResponses('form-responses.csv');
  const late = await readResponses('late-responses.csv');
  const sandbox = await startSandbox();
  try {
    print(
      'Each row of the sheet is an item, numbered from 0 as in n8n: item 0 is row 1, the first',
    );
    print('one below the header.');
    const n8n = await n8nPart(sandbox, responses);
    if (interrupted.signal.aborted) {
      print('\nStopped: Zapier was skipped.');
      return;
    }
    const zapier = await zapierPart(sandbox, responses, late);
    print(
      `\nEmails sent by the service: ${emails(sandbox)}, for ${created(n8n)} cards from n8n and ${created(zapier)} from Zapier.`,
    );
    if (STAYS_UP) await stayUp(sandbox);
    else print('Run `npm start` in a terminal to open the cards and emails in a browser.');
  } finally {
    await sandbox.close();
  }
}

async function n8nPart(sandbox: Sandbox, responses: FormResponse[]): Promise<RowOutcome[]> {
  print(`\nn8n: ${responses.length} form responses -> workflow form-responses.json`);
  const bar = progressBar(responses.length);
  const stop = sandbox.control.onRequest(({ method, path }) => {
    if (method === 'POST' && path === '/pass') bar.increment();
  });
  const { rows, hints } = await runOnN8n(responses, connection(sandbox), interrupted.signal);
  stop();
  bar.update(responses.length);
  bar.stop();
  const cards = issuedTable(rows, MAX_ISSUED_ROWS, STAYS_UP ? 'link' : 'id');
  if (cards !== undefined) print(`The first ${MAX_ISSUED_ROWS} cards:\n${cards}`);
  printProblems(rows);
  // A run that was stopped has no hint with the counts.
  if (!hints.some((hint) => /^\d+ items: /.test(hint))) print(`n8n: ${summary(rows)}`);
  print('What the node reports in n8n:');
  // What the table has is not repeated.
  const reasons = rows.flatMap(({ reason }) => reason ?? []);
  const lines = hints.flatMap((hint) => hint.split('<br>'));
  for (const line of lines) if (!reasons.some((one) => line.includes(one))) print(line);
  return rows;
}

async function zapierPart(
  sandbox: Sandbox,
  responses: FormResponse[],
  late: FormResponse[],
): Promise<RowOutcome[]> {
  const all = [...responses, ...late];
  print(
    `\nZapier: the same ${responses.length} responses and ${late.length} late ones -> Issue Pass`,
  );
  const bar = progressBar(all.length);
  const report = await runOnZapier(all, sandbox.templates.generic, connection(sandbox), () => {
    bar.increment();
  });
  bar.stop();
  print(`Zapier: connected as ${report.connection}`);
  print(`Zapier: ${summary(report.rows)}`);
  printProblems(report.rows);
  print(`Zapier: Find Pass ${report.found ? 'finds' : 'does not find'} the card of item 0`);
  print(
    `Zapier: New Pass reports ${report.newPasses.length} cards; the newest is ${report.newPasses[0] ?? '-'}`,
  );
  return report.rows;
}

function printProblems(rows: RowOutcome[]): void {
  const table = problemTable(rows);
  if (table !== undefined) print(`No card was issued for:\n${table}`);
}

function connection(sandbox: Sandbox) {
  return { baseUrl: sandbox.baseUrl, apiKey: sandbox.keys['Manage passes'] };
}

function emails(sandbox: Sandbox): number {
  return sandbox.control.outbox().filter(({ kind }) => kind === 'email').length;
}

function created(rows: RowOutcome[]): number {
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

/** Keeps the sandbox running until Ctrl-C, unless that was pressed before. */
async function stayUp(sandbox: Sandbox): Promise<void> {
  if (interrupted.signal.aborted) return;
  print(`\nCards, emails, templates and API keys: ${sandbox.indexUrl}`);
  print('To connect your own n8n to this sandbox:');
  for (const line of connectionLines(sandbox)) print(`  ${line}`);
  print('Press Ctrl-C to stop the sandbox.');
  const alive = setInterval(() => {}, 60_000);
  await once(interrupted.signal, 'abort');
  clearInterval(alive);
}

main().then(
  () => process.exit(0),
  (thrown: unknown) => {
    printError(thrown);
    process.exit(1);
  },
);
