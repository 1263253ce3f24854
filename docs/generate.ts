/** `npm run docs`: writes the generated documents; a test checks that they are up to date. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { withExamplesTable } from './examplesIndex';
import { operationsReference } from './operationsReference';
import { withScopesByJob } from './scopesByJob';

const README = path.join(__dirname, '../README.md');
const EXAMPLES = path.join(__dirname, '../examples/README.md');

async function generate(): Promise<void> {
  await writeFile(path.join(__dirname, 'operations.md'), operationsReference());
  await writeFile(README, withScopesByJob(await readFile(README, 'utf8')));
  await writeFile(EXAMPLES, withExamplesTable(await readFile(EXAMPLES, 'utf8')));
}

void generate();
