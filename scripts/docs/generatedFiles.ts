import { readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { withCheckedService } from './checkedService';
import { withEndpointTables, withRetriesByOperation } from './endpointTables';
import { EXAMPLES } from '../../examples/catalog';
import { withExamplesTable, withScopes } from './examplesIndex';
import { inFile, inFileError } from './inFile';
import { insertGenerated } from './insertGenerated';
import { withOperations } from './operationsByResource';
import { referencePages } from './reference/pages';
import { withHints } from './runHints';
import { zapierIcon } from './zapierIcon';

/** Contents by path in the repository. */
type Files = Record<string, string | Buffer>;

/** A folder that contains generated files only. */
const REFERENCE = 'docs/operations';
const ICON = 'zapier/icon.png';
/** The declaration that CONTRIBUTING.md shows. */
const TRIGGER = 'shared/triggers/passVoided.ts';

/**
 * Generates all files, then writes them: if one cannot be generated, nothing changes.
 * @param root of the repository
 * @throws Error that names the file
 */
export async function writeGeneratedFiles(root: string): Promise<void> {
  const files = await generatedFiles((file) => readFileSync(path.join(root, file), 'utf8'));
  await rm(path.join(root, REFERENCE), { recursive: true, force: true });
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(root, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  }
}

/** A file of the repository, as a block of code. */
function source(file: string): string {
  const code = readFileSync(path.join(__dirname, '../..', file), 'utf8').trim();
  return `\`${file}\`:\n\n\`\`\`ts\n${code}\n\`\`\``;
}

/** @param read a file that is generated in part */
async function generatedFiles(read: (file: string) => string): Promise<Files> {
  const within = (file: string, insert: (text: string) => string): Files => ({
    [file]: inFile(file, () => insert(read(file))),
  });
  return {
    ...referencePages(REFERENCE),
    ...within('CONTRIBUTING.md', (text) => insertGenerated(text, 'a trigger', source(TRIGGER))),
    ...within('README.md', withOperations),
    ...within('examples/README.md', withExamplesTable),
    ...Object.fromEntries(
      EXAMPLES.filter(({ onlyOnN8n }) => !onlyOnN8n).flatMap(({ name }) =>
        Object.entries(within(`examples/zapier/${name}.md`, withScopes)),
      ),
    ),
    ...within('docs/retries.md', withRetriesByOperation),
    ...within('docs/service.md', withEndpointTables),
    ...within('docs/troubleshooting.md', withHints),
    'docs/check-service.md': await withCheckedService(read('docs/check-service.md')).catch(
      (thrown: unknown) => {
        throw inFileError('docs/check-service.md', thrown);
      },
    ),
    [ICON]: await zapierIcon().catch((thrown: unknown) => {
      throw inFileError(ICON, thrown);
    }),
  };
}
