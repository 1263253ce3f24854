/**
 * `npm run bench` issues passes under rate limits. `-- short` runs every part but the server with a few passes, to see that it
 * works, and keeps no results.
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
import { benchLimits } from './manyItems/manyItems';
import type { Results } from './results';
import { SHORT } from './size';
import { benchServer, ROWS } from './server/benchServer';
import { benchLists, LIST_SIZES } from './server/lists';
import { listsTable, serverTable } from './server/table';
import { limitsTable } from './tables';
import { benchZapier } from './zapier/benchZapier';
import { zapierTable } from './zapier/table';

const RESULTS = path.join(__dirname, 'results.json');
const CHART = path.join(__dirname, 'chart.svg');

const PARTS: Record<string, () => Promise<void>> = {
  limits: measureLimits,
  server: () => measureServer(Number(process.argv[3] ?? ROWS)),
  lists: measureLists,
  chart: drawFromResults,
  zapier: benchZap,
  short: benchShort,
};

async function main(): Promise<void> {
  const [, , only = 'limits'] = process.argv;
  const part = PARTS[only];
  if (!part) {
    const names = Object.keys(PARTS).join(', ');
    throw new Error(`Unknown part '${only}'. Use one of: ${names}`);
  }
  await part();
}

async function measureLimits(): Promise<void> {
  const limited = await benchLimits((part) => console.log(`... ${part}`));
  await writeResults({ ...(await readResults()), limited });
  console.log(limitsTable(limited));
}

/** Every part, with the sizes of `size.ts`. */
async function benchShort(): Promise<void> {
  await measureLimits();
  await benchZap();
  await drawFromResults();
}

async function benchZap(): Promise<void> {
  const zapier = await benchZapier((part) => console.log(`... ${part}`));
  await writeResults({ ...(await readResults()), zapier });
  console.log(zapierTable(zapier));
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
