/**
 * `npm run bench`: many items in every way side by side, what loading costs, what polls cost.
 * Writes `bench/results.json` and, from it, `bench/chart.svg`. `npm run bench -- polls` prints the
 * polls alone and writes nothing; `npm run bench -- memory` the memory that 100,000 passes take.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { drawChart } from './chart';
import { load } from './load';
import { findHttpRequestNode } from './manyItems/httpRequestNode';
import { manyItems } from './manyItems/manyItems';
import { benchMemory } from './memory';
import { benchPolls } from './polls';
import type { Results } from './results';
import { limitsTable, waysTable } from './tables';

const RESULTS = path.join(__dirname, 'results.json');
const CHART = path.join(__dirname, 'chart.svg');

async function main(): Promise<void> {
  const only = process.argv[2];
  if (only !== undefined && !['chart', 'polls', 'memory'].includes(only)) {
    throw new Error(`There is no part '${only}'; leave it out, or say chart, polls or memory`);
  }
  if (only === 'memory') {
    await benchMemory();
    return;
  }
  if (only === undefined) await benchItems();
  if (only !== 'polls') await writeFile(CHART, drawChart(await readResults()));
  if (only !== 'chart') await benchPolls();
}

async function benchItems(): Promise<void> {
  const httpRequest = await findHttpRequestNode();
  if (!httpRequest) {
    console.log("Without n8n's HTTP Request node, which `npm run e2e` installs.");
  }
  const measured = await manyItems(httpRequest, (part) => console.log(`... ${part}`));
  const results: Results = { ...measured, load: await load() };
  await writeFile(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
  console.log(waysTable(results));
  console.log(limitsTable(results));
  console.log(results.load);
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
