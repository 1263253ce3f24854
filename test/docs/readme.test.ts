import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Commands to try and to test the package, each on a line that can be copied. */
const COMMANDS = ['npm ci && npm start', 'npm ci && npm test'];

it.each(COMMANDS)('README.md has %s on one line of a code block', async (command) => {
  const text = await readFile(path.resolve(__dirname, '../../README.md'), 'utf8');
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, code = '']) => code);
  expect(blocks.flatMap((code) => code.split('\n'))).toContain(command);
});
