import type { Results } from '../../bench/results';
import manifest from '../../package.json';
import { read } from '../support/repository';

/** Commands to try and to test the package, each on a line that can be copied. */
const COMMANDS = ['npm ci && npm start', 'npm ci && npm test'];

test.each(COMMANDS)('README.md has %s on one line of a code block', (command) => {
  const text = read('README.md');
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, code = '']) => code);
  expect(blocks.flatMap((code) => code.split('\n'))).toContain(command);
});

test('README.md states what was measured', () => {
  const { server } = JSON.parse(read('bench/results.json')) as Results;
  const measured = (approach: string) =>
    server?.sqlite.find((row) => row.approach === approach && row.ratePerSecond === null);
  const connector = measured('this connector, Issue');
  const { duplicates = NaN } = measured('HTTP Request node') ?? {};
  expect(connector).toMatchObject({ duplicates: 0, withoutOutcome: 0 });
  const text = read('README.md').replace(/\s+/g, ' ');
  const issued = (connector?.issued ?? NaN).toLocaleString('en-US');
  const seconds = Math.ceil((connector?.ms ?? NaN) / 1000);
  expect(text).toContain(
    `one pass to each of the ${issued} new people in 10,000 rows in ${seconds} seconds from a test service without a rate limit`,
  );
  expect(text).toContain(`${duplicates.toLocaleString('en-US')} duplicates`);
});

test('The page docs/many-items.md states what a limit without bursts costs', () => {
  const { limited } = JSON.parse(read('bench/results.json')) as Results;
  const costs = (rate: number) => {
    const runs = limited.filter(
      ({ ratePerSecond, burst }) => ratePerSecond === rate && burst === 1,
    );
    const percent = runs.map(({ ms, boundMs }) => Math.round((ms / boundMs - 1) * 100));
    return `${Math.min(...percent)} to ${Math.max(...percent)}% at ${rate}`;
  };
  const text = read('docs/many-items.md').replace(/\s+/g, ' ');
  expect(text).toContain(`${costs(5)} requests per second, ${costs(50)}, and ${costs(200)}.`);
});

test('README.md and docs/publishing.md name no other version than that of package.json', () => {
  const named = read('README.md').matchAll(/(?:version[- ]|status\W+)(\d+\.\d+\.\d+)/gi);
  for (const [text, version] of named) expect([text, version]).toEqual([text, manifest.version]);
  const files = read('docs/publishing.md').matchAll(/n8n-nodes-wallet-pass-(\d[\w.-]*)\.tgz/g);
  expect(new Set([...files].map(([, version]) => version))).toEqual(new Set([manifest.version]));
});

test('README.md has at most 9 kB', () => {
  expect(read('README.md').length).toBeLessThanOrEqual(9000);
});
