import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { withScopesByJob } from '../../docs/scopesByJob';

describe('README.md', () => {
  it('names the smallest scopes for each job as declared (else: npm run docs)', async () => {
    const readme = await readFile(path.resolve(__dirname, '../../README.md'), 'utf8');
    expect(readme).toBe(withScopesByJob(readme));
  });
});
