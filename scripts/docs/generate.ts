/** `npm run docs`: writes all documents generated from the declarations; tests check that it is up to date. */
import path from 'node:path';

import { writeGeneratedFiles } from './generatedFiles';

writeGeneratedFiles(path.join(__dirname, '../..')).catch((thrown: unknown) => {
  process.stderr.write(`${thrown instanceof Error ? thrown.message : String(thrown)}\n`);
  process.exitCode = 1;
});
