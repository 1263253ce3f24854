/**
 * `npm run bench` compares approaches to issue many passes, and measures rate limits, load times and polls.
 * `npm run bench -- approaches` and `-- limits` repeat that part only; `-- polls` only prints the polls,
 * `-- memory` the memory for 100,000 passes, `-- executions` what executions at the same time cost. `-- short` runs every part but the server with a few passes, to see that
 * it works, and keeps no results.
 *
 * Three parts run only if they are named. `-- server` issues 10,000 passes on a real n8n server, with everything
 * that `npm run e2e` installs, takes most of an hour, and draws `bench/chart.svg`, as does `-- chart` from
 * earlier results. `-- server 500` tries it with fewer rows and only prints the table. `-- lists` keeps cards the same as
 * lists of 400 and 10,000 members on such a server, which takes about 20 minutes; `-- lists 400` tries one size. `-- zapier`
 * runs one Zap 500 times against a rate limit. All results are in `bench/results.json`.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { drawChart } from './chart';
import { measureLoad } from './loadTimes';
import { findHttpRequestNode } from './manyItems/httpRequestNode';
import { benchLimits, benchApproaches } from './manyItems/manyItems';
import { benchMemory } from './memory/benchMemory';
import { benchPolls } from './benchPolls';
import { benchExecutions } from './executions';
import type { Results } from './results';
import { SHORT } from './size';
import { benchServer, ROWS } from './server/benchServer';
import { benchLists, LIST_SIZES } from './server/lists';
import { listsTable, serverTable } from './server/table';
import { limitsTable, approachesTable } from './tables';
import { benchZapier } from './zapier/benchZapier';
import { zapierTable } from './zapier/table';

const RESULTS = path.join(__dirname, 'results.json');
const CHART = path.join(__dirname, 'chart.svg');

const PARTS: Record<string, () => Promise<void>> = {
  approaches: () => benchItems('approaches'),
  limits: () => benchItems('limits'),
  polls: benchPolls,
  memory: benchMemory,
  executions: benchExecutions,
  server: () => measureServer(Number(process.argv[3] ?? ROWS)),
  lists: measureLists,
  chart: drawFromResults,
  zapier: benchZap,
  short: benchShort,
};

async function main(): Promise<void> {
  const [, , only] = process.argv;
  if (only === undefined) {
    await benchItems();
    await benchPolls();
    return;
  }
  const part = PARTS[only];
  if (!part) {
    const names = Object.keys(PARTS).join(', ');
    throw new Error(`Unknown part '${only}'. Use one of: ${names}, or none for the usual ones`);
  }
  await part();
}

/** @param only the part to measure; the other keeps its results */
async function benchItems(only?: 'approaches' | 'limits'): Promise<void> {
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

/** Every part, with the sizes of `size.ts`. */
async function benchShort(): Promise<void> {
  await benchItems();
  await benchPolls();
  await benchMemory();
  await benchExecutions();
  await benchZap();
  await drawFromResults();
}

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
  console.log(serverTable(server));
  if (rows !== ROWS) return;
  await writeResults({ ...(await readResults()), server });
  await drawFromResults();
}

/** Keeps the results of all sizes only. */
async function measureLists(): Promise<void> {
  const only = process.argv[3];
  const sizes = only === undefined ? LIST_SIZES : [Number(only)];
  const lists = await benchLists(sizes, (part) => console.log(`... ${part}`));
  console.log(listsTable(lists));
  if (only === undefined) await writeResults({ ...(await readResults()), lists });
}

/** Draws the chart of the README. */
async function drawFromResults(): Promise<void> {
  const { server } = await readResults();
  if (!server) throw new Error('There are no results of `npm run bench -- server`');
  const chart = drawChart(server);
  if (!SHORT) await writeFile(CHART, chart);
}

async function readResults(): Promise<Results> {
  return JSON.parse(await readFile(RESULTS, 'utf8')) as Results;
}

async function writeResults(results: Results): Promise<void> {
  if (SHORT) return;
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
