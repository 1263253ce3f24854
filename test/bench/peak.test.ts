import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

import { EXACT_GC_FLAGS } from '../../bench/memory/peakMemory';

const MB = 1e6;

/** Peak memory of `work` in a separate process, and memory held afterwards, in MB. */
async function peakOf(work: string): Promise<{ peak: number; held: number }> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...EXACT_GC_FLAGS,
    ...['--import', 'tsx', '--eval'],
    `const { peakMemoryOf } = require(${JSON.stringify(path.resolve(__dirname, '../../bench/memory/peakMemory.ts'))});
    const parts = (count) => Array.from({ length: count }, () => Buffer.alloc(100_000));
    peakMemoryOf(async () => { ${work} }).then(({ peak, held }) => {
      console.log(JSON.stringify({ peak: peak / ${MB}, held: held / ${MB} }));
    });`,
  ]);
  return JSON.parse(stdout) as { peak: number; held: number };
}

describe('the peak of live memory', () => {
  it('includes short-lived memory: the parts of a file and their concatenation', async () => {
    const { peak, held } = await peakOf('return Buffer.concat(parts(200)).length;');
    expect(Math.abs(peak - 40)).toBeLessThan(1);
    expect(Math.abs(held)).toBeLessThan(1);
  });

  it('includes a file and its text, but not the parts it was concatenated from', async () => {
    const { peak, held } = await peakOf(
      'const whole = await (async () => Buffer.concat(parts(300)))(); await null; return whole.toString("base64");',
    );
    expect(Math.abs(peak - 70)).toBeLessThan(1);
    expect(Math.abs(held - 40)).toBeLessThan(1);
  });

  it('excludes garbage', async () => {
    const { peak } = await peakOf('for (let i = 0; i < 300; i += 1) parts(1);');
    expect(peak).toBeLessThan(2);
  });
});
