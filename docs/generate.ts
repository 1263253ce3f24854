/** `npm run docs`: writes everything generated from the declarations; tests check that it is up to date. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { outputSchemas } from '../nodes/WalletPass/output/outputSchema';
import { withExamplesTable } from './examplesIndex';
import { zapierIcon } from './zapierIcon';
import { referencePages } from './reference/pages';
import { withScopesByJob } from './scopesByJob';
import { troubleshooting } from './troubleshooting/page';
import { withWorkedExample } from './workedExample';

const ROOT = path.join(__dirname, '..');
const README = path.join(ROOT, 'README.md');
const GUIDE = path.join(ROOT, 'CONTRIBUTING.md');
const EXAMPLES = path.join(ROOT, 'examples/README.md');
const ICON = path.join(ROOT, 'zapier/icon.png');
const SCHEMAS = path.join(ROOT, 'nodes/WalletPass/__schema__');

async function generate(): Promise<void> {
  await writeFolder(path.join(__dirname, 'operations'), referencePages());
  await writeFile(path.join(__dirname, 'troubleshooting.md'), troubleshooting());
  await writeFile(README, withScopesByJob(await readFile(README, 'utf8')));
  await writeFile(EXAMPLES, withExamplesTable(await readFile(EXAMPLES, 'utf8')));
  await writeFile(GUIDE, withWorkedExample(await readFile(GUIDE, 'utf8')));
  await writeFile(ICON, await zapierIcon());
  await writeFolder(SCHEMAS, schemaFiles());
}

/** Replaces a folder by these files. */
async function writeFolder(folder: string, pages: Record<string, string>): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  for (const [name, content] of Object.entries(pages)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  }
}

function schemaFiles(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(outputSchemas()).map(([name, schema]) => [
      name,
      `${JSON.stringify(schema, null, 2)}\n`,
    ]),
  );
}

void generate();
