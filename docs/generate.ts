/** `npm run docs`: writes everything generated from the declarations; tests check that it is up to date. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { outputSchemas } from '../nodes/WalletPass/output/outputSchema';
import { withExamplesTable } from './examplesIndex';
import { zapierIcon } from './zapierIcon';
import { operationsReference } from './operationsReference';
import { withScopesByJob } from './scopesByJob';
import { withWorkedExample } from './workedExample';

const ROOT = path.join(__dirname, '..');
const README = path.join(ROOT, 'README.md');
const GUIDE = path.join(ROOT, 'CONTRIBUTING.md');
const EXAMPLES = path.join(ROOT, 'examples/README.md');
const ICON = path.join(ROOT, 'zapier/icon.png');
const SCHEMAS = path.join(ROOT, 'nodes/WalletPass/__schema__');

async function generate(): Promise<void> {
  await writeFile(path.join(__dirname, 'operations.md'), operationsReference());
  await writeFile(README, withScopesByJob(await readFile(README, 'utf8')));
  await writeFile(EXAMPLES, withExamplesTable(await readFile(EXAMPLES, 'utf8')));
  await writeFile(GUIDE, withWorkedExample(await readFile(GUIDE, 'utf8')));
  await writeFile(ICON, await zapierIcon());
  await writeSchemas();
}

async function writeSchemas(): Promise<void> {
  await rm(SCHEMAS, { recursive: true, force: true });
  for (const [name, schema] of Object.entries(outputSchemas())) {
    const file = path.join(SCHEMAS, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, `${JSON.stringify(schema, null, 2)}\n`);
  }
}

void generate();
