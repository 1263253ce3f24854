import { readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

import { FORBIDDEN_WORDS } from './forbiddenWords';

const ROOT = path.resolve(__dirname, '../..');
const WRITTEN_BY_US = /\.(ts|mjs|cjs|md)$|^examples\/.*\.json$/;
const NOT_OURS = /(^|\/)(node_modules|dist)\/|^test\/texts\//;

function textFiles(): string[] {
  return readdirSync(ROOT)
    .filter((name) => !name.startsWith('.') && !NOT_OURS.test(`${name}/`))
    .flatMap((name) =>
      statSync(path.join(ROOT, name)).isDirectory()
        ? readdirSync(path.join(ROOT, name), { recursive: true, encoding: 'utf8' }).map((file) =>
            path.posix.join(name, ...file.split(path.sep)),
          )
        : [name],
    )
    .filter((file) => WRITTEN_BY_US.test(file) && !NOT_OURS.test(file));
}

/** In Markdown, text in backticks is code or quotes the service. */
function proseOf(file: string): string {
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  return file.endsWith('.md') ? text.replaceAll(/`[^`\n]*`/g, '') : text;
}

it('uses no forbidden word', () => {
  const files = textFiles();
  expect(files).toEqual(expect.arrayContaining(['README.md', 'shared/operations/pass/create.ts']));
  const found = files.flatMap((file) =>
    proseOf(file)
      .split('\n')
      .flatMap((line, i) =>
        FORBIDDEN_WORDS.flatMap(({ pattern, better }) => {
          const [word] = pattern.exec(line) ?? [];
          return word === undefined ? [] : [`${file}:${i + 1}: '${word}', better: ${better}`];
        }),
      ),
  );
  expect(found).toEqual([]);
});
