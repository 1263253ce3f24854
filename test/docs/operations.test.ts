import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { operationsReference } from '../../docs/operationsReference';

describe('docs/operations.md', () => {
  it('matches the declarations (else: npm run docs)', async () => {
    const written = await readFile(path.resolve(__dirname, '../../docs/operations.md'), 'utf8');
    expect(written).toBe(operationsReference());
  });
});
