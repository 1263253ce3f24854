// What the tests cost: `npm test -- --json --outputFile=coverage/jest.json && node test/weigh.mjs`.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const [report = 'coverage/jest.json', rows = '40'] = process.argv.slice(2);
const { testResults } = JSON.parse(readFileSync(report, 'utf8'));

/** Each test with its file, which is the outermost `describe` of a test that ran in a group. */
const tests = testResults.flatMap(({ name, assertionResults }) =>
  assertionResults.map(({ ancestorTitles, title, duration }) => {
    const inGroup = name.endsWith('.group.ts');
    const path = inGroup ? ancestorTitles : [name.replace(/^.*\/test\//, ''), ...ancestorTitles];
    return { path: [...path, title], ms: duration ?? 0 };
  }),
);

const total = tests.reduce((sum, { ms }) => sum + ms, 0);
console.log(`${tests.length} tests, ${seconds(total)} s in tests\n`);
list('Files by duration', sums(1));
list('Groups of tests by duration', sums(2));
list('Tests by duration', sums(Infinity));
list('Files by lines', lines(), (count) => String(count));

/** The summed durations of the tests whose first `depth` names are the same. */
function sums(depth) {
  const found = new Map();
  for (const { path, ms } of tests) {
    const name = path.slice(0, depth).join(' › ');
    found.set(name, (found.get(name) ?? 0) + ms);
  }
  return [...found];
}

function lines() {
  return execFileSync('git', ['ls-files', 'test'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.(ts|mjs|cjs)$/.test(file) && existsSync(file))
    .map((file) => [file, readFileSync(file, 'utf8').split('\n').length - 1]);
}

function list(title, entries, show = seconds) {
  const sorted = entries.toSorted(([, a], [, b]) => b - a);
  const sum = sorted.reduce((all, [, value]) => all + value, 0);
  console.log(`${title} (${sorted.length}, together ${show(sum)})`);
  for (const [name, value] of sorted.slice(0, Number(rows))) {
    console.log(`${show(value).padStart(8)}  ${name.slice(0, 160)}`);
  }
  console.log();
}

function seconds(ms) {
  return (ms / 1000).toFixed(1);
}
