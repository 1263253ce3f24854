import Table from 'cli-table3';

import { type CaseName, type Measured, CASE_NAMES } from './cases';
import { startManyPasses } from './manyPasses';
import { size } from '../size';

const MB = 1e6;
const PASSES = size(100_000, 1_000);

/**
 * Measures the memory for reading many passes, by the form in which they are returned. The service and
 * every case run in separate processes. Prints a table. Takes some minutes because of constant garbage
 * collection.
 */
export async function benchMemory(): Promise<void> {
  const service = await startManyPasses(PASSES);
  const table = new Table({
    head: ['returned as', 'passes', 'data MB', 'held MB', 'peak MB', 'peak / data', 'RSS MB'],
    style: { head: [] },
  });
  try {
    for (const name of CASE_NAMES) table.push(rowOf(name, await service.measure(name)));
  } finally {
    await service.close();
  }
  console.log(table.toString());
}

function rowOf(name: CaseName, { rows, bytes, held, peak, maxRss }: Measured): string[] {
  const mb = (size: number) => (size / MB).toFixed(1);
  // A file stored outside the items holds no memory, so its size is the reference.
  const data = name === 'exportFile' ? bytes : held;
  const ratio = (peak / data).toFixed(2);
  return [name, String(rows), mb(bytes), mb(held), mb(peak), ratio, mb(maxRss * 1024)];
}
