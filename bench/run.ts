/**
 * `npm run bench`: many items in every way side by side, what loading costs, what polls cost.
 * Writes `bench/results.json` and, from it, `bench/chart.svg`. `npm run bench -- ways` and `-- limits`
 * measure that part of it anew; `-- polls` prints the polls alone and writes nothing, `-- memory` the
 * memory that 100,000 passes take.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { drawChart } from './chart';
import { load } from './load';
import { findHttpRequestNode } from './manyItems/httpRequestNode';
import { everyLimit, everyWay } from './manyItems/manyItems';
import { benchMemory } from './memory';
import { benchPolls } from './polls';
import type { Results } from './results';
import { limitsTable, waysTable } from './tables';

const RESULTS = path.join(__dirname, 'results.json');
const PARTS = ['ways', 'limits', 'chart', 'polls', 'memory'];
const CHART = path.join(__dirname, 'chart.svg');

async function main(): Promise<void> {
  const only = process.argv[2];
  if (only !== undefined && !PARTS.includes(only)) {
    throw new Error(`There is no part '${only}'; leave it out, or say one of: ${PARTS.join(', ')}`);
  }
  if (only === 'memory') {
    await benchMemory();
    return;
  }
  if (only === undefined || only === 'ways' || only === 'limits') await benchItems(only);
  if (only !== 'polls') await writeFile(CHART, drawChart(await readResults()));
  if (only === undefined || only === 'polls') await benchPolls();
}

/** @param only measured alone; the rest stays as it was */
async function benchItems(only: 'ways' | 'limits' | undefined): Promise<void> {
  const say = (part: string) => console.log(`... ${part}`);
  const { unlimited, ways } = only === 'limits' ? await readResults() : await benchWays(say);
  const limited = only === 'ways' ? (await readResults()).limited : await everyLimit(say);
  const results: Results = { unlimited, limited, ways, load: await load() };
  await writeFile(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
  console.log(waysTable(results));
  console.log(limitsTable(results));
  console.log(results.load);
}

async function benchWays(say: (part: string) => void): ReturnType<typeof everyWay> {
  const httpRequest = await findHttpRequestNode();
  if (!httpRequest) say("without n8n's HTTP Request node, which `npm run e2e` installs");
  return await everyWay(httpRequest, say);
}

async function readResults(): Promise<Results> {
  return JSON.parse(await readFile(RESULTS, 'utf8')) as Results;
}

main().then(
  // n8n's own nodes, once loaded, keep a process alive.
  () => process.exit(),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
