/** `npm run docs`: writes the generated documents; a test checks that they are up to date. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import { operationsReference } from './operationsReference';

void writeFile(path.join(__dirname, 'operations.md'), operationsReference());
