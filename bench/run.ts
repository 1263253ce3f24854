/**
 * `npm run bench` compares approaches to issue many passes, and measures rate limits, load times and polls.
 * Writes `bench/results.json` and, from it, `bench/chart.svg`. `npm run bench -- approaches` and `-- limits`
 * repeat that part only; `-- polls` only prints the polls, `-- memory` the memory for 100,000 passes.
 * `-- server` issues 10,000 passes on a real n8n server, with everything that `npm run e2e` installs, and takes
 * most of an hour. `-- server 500` tries it with fewer rows and only prints the table.
 * `-- zapier` runs one Zap 500 times against a rate limit.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { drawChart } from './chart';
import { measureLoad } from './loadTimes';
import { findHttpRequestNode } from './manyItems/httpRequestNode';
import { benchLimits, benchApproaches } from './manyItems/manyItems';
import { benchMemory } from './memory/benchMemory';
import { benchPolls } from './benchPolls';
import type { Results } from './results';
import { benchServer, ROWS } from './server/benchServer';
import { serverTable } from './server/table';
import { limitsTable, approachesTable } from './tables';
import { benchZapier } from './zapier/benchZapier';
import { zapierTable } from './zapier/table';

const RESULTS = path.join(__dirname, 'results.json');
const PARTS = ['approaches', 'limits', 'chart', 'polls', 'memory', 'server', 'zapier'];
const CHART = path.join(__dirname, 'chart.svg');

async function main(): Promise<void> {
  const only = process.argv[2];
  if (only !== undefined && !PARTS.includes(only)) {
    throw new Error(`Unknown part '${only}'. Use one of: ${PARTS.join(', ')}, or none for all`);
  }
  if (only === 'memory') {
    await benchMemory();
    return;
  }
  if (only === 'server') {
    await measureServer(Number(process.argv[3] ?? ROWS));
    return;
  }
  if (only === 'zapier') {
    await benchZap();
    return;
  }
  if (only === undefined || only === 'approaches' || only === 'limits') await benchItems(only);
  if (only !== 'polls') await writeFile(CHART, drawChart(await readResults()));
  if (only === undefined || only === 'polls') await benchPolls();
}

/** @param only the part to measure; the other keeps its results */
async function benchItems(only: 'approaches' | 'limits' | undefined): Promise<void> {
  const log = (part: string) => console.log(`... ${part}`);
  const { unlimited, approaches } =
    only === 'limits' ? await readResults() : await measureApproaches(log);
  const limited = only === 'approaches' ? (await readResults()).limited : await benchLimits(log);
  const load = await measureLoad();
  const results: Results = { ...(await readResults()), unlimited, limited, approaches, load };
  await writeResults(results);
  console.log(approachesTable(results));
  console.log(limitsTable(results));
  console.log(results.load);
}

/** Takes a quarter of an hour, so it runs only if it is named. */
async function benchZap(): Promise<void> {
  const zapier = await benchZapier((part) => console.log(`... ${part}`));
  await writeResults({ ...(await readResults()), zapier });
  console.log(zapierTable(zapier));
}

async function measureApproaches(log: (part: string) => void): ReturnType<typeof benchApproaches> {
  const httpRequest = await findHttpRequestNode();
  if (!httpRequest) log("without n8n's HTTP Request node, which `npm run e2e` installs");
  return await benchApproaches(httpRequest, log);
}

/** Keeps the results of a run with all rows only. */
async function measureServer(rows: number): Promise<void> {
  const server = await benchServer(rows, (part) => console.log(`... ${part}`));
  if (rows === ROWS) await writeResults({ ...(await readResults()), server });
  console.log(serverTable(server));
}

async function readResults(): Promise<Results> {
  return JSON.parse(await readFile(RESULTS, 'utf8')) as Results;
}

async function writeResults(results: Results): Promise<void> {
  await writeFile(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
}

main().then(
  // n8n's nodes keep the process alive once they are loaded.
  () => process.exit(),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
