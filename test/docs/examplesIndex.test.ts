import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { withExamplesTable } from '../../docs/examplesIndex';

describe('examples/README.md', () => {
  it('names every example with the scopes it needs (else: npm run docs)', async () => {
    const readme = await readFile(path.resolve(__dirname, '../../examples/README.md'), 'utf8');
    expect(readme).toBe(withExamplesTable(readme));
  });
});
