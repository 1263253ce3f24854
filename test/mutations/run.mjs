/**
 * Mutation test: applies each defect of list.mjs alone and runs the tests until one fails.
 * `npm run test:mutations` runs all, `npm run test:mutations -- issuing rate` those whose names match. Exits
 * with 1 if a defect survives. Sources are restored, also on Ctrl-C.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { MUTATIONS } from './list.mjs';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const wanted = process.argv.slice(2);
const chosen = MUTATIONS.filter(
  ({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)),
);

// Also those that do not run: a defect that no longer fits its source would go unnoticed.
for (const { name, file, from } of MUTATIONS) {
  const places = readFileSync(path.join(ROOT, file), 'utf8').split(from).length - 1;
  if (places !== 1) throw new Error(`${name}: ${file} contains ${places} times: ${from}`);
}

let restore = () => {};
process.on('SIGINT', () => {
  restore();
  process.exit(130);
});

let survived = 0;
for (const mutation of chosen) {
  const caughtBy = test(mutation);
  if (caughtBy === undefined) survived += 1;
  console.log(`${caughtBy ? `caught by ${caughtBy}` : 'SURVIVED'}: ${mutation.name}`);
}
console.log(`${chosen.length - survived} of ${chosen.length} caught`);
process.exitCode = survived > 0 ? 1 : 0;

/** @returns the tests that failed, or `undefined` */
function test({ file, from, to, near }) {
  const source = path.join(ROOT, file);
  const original = readFileSync(source, 'utf8');
  restore = () => writeFileSync(source, original);
  try {
    writeFileSync(
      source,
      original.replace(from, () => to),
    );
    if (fails(near)) return near;
    return fails() ? 'npm test' : undefined;
  } finally {
    restore();
  }
}

function fails(...paths) {
  const { status } = spawnSync('npm', ['test', '--', ...paths, '--bail'], {
    cwd: ROOT,
    stdio: 'ignore',
  });
  return status !== 0;
}
