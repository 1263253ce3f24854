import Table from 'cli-table3';

import type { CaseName, Measured } from './memory/cases';
import { CASE_NAMES } from './memory/cases';
import { startManyPasses } from './memory/run';

const MB = 1e6;

/**
 * What reading many passes takes of memory, by what becomes of them. The service runs in a process of
 * its own, and so does every case. Prints a table; takes some minutes, as garbage is collected all
 * the time.
 */
export async function benchMemory(passes = 100_000): Promise<void> {
  const service = await startManyPasses(passes);
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
  // A file outside the items is no memory at all; what else is returned takes what it takes.
  const data = name === 'exportFile' ? bytes : held;
  const ratio = (peak / data).toFixed(2);
  return [name, String(rows), mb(bytes), mb(held), mb(peak), ratio, mb(maxRss * 1024)];
}
