import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { withEndpointTables, withRetriesByOperation } from '../../docs/endpointTables';

describe('the tables from shared/api/endpoints.ts', () => {
  it.each([
    ['docs/service.md', withEndpointTables],
    ['docs/many-items.md', withRetriesByOperation],
  ])('%s is up to date (else: npm run docs)', async (file, withTables) => {
    const page = await readFile(path.resolve(__dirname, '../..', file), 'utf8');
    expect(page).toBe(withTables(page));
  });
});
