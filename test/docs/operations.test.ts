import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';

import { referencePages } from '../../docs/reference/pages';

const FOLDER = path.resolve(__dirname, '../../docs/operations');

describe('docs/operations', () => {
  it('matches the declarations and both platforms (else: npm run docs)', async () => {
    const files = await readdir(FOLDER);
    const written = await Promise.all(
      files.map(async (file) => [file, await readFile(path.join(FOLDER, file), 'utf8')]),
    );
    expect(Object.fromEntries(written)).toEqual(referencePages());
  });
});
