import { readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');

/** The decisions of a page: each is an item of a list, with what is indented below it. */
function decisionsOf(file: string): string[][] {
  const decisions: string[][] = [];
  let open: string[] | undefined;
  for (const line of readFileSync(path.join(ROOT, file), 'utf8').split('\n')) {
    if (line.startsWith('- ')) decisions.push((open = [line]));
    else if (line.startsWith('  ')) open?.push(line);
    else open = undefined;
  }
  return decisions;
}

/** Those of more lines than allowed. A line has 120 characters. */
const longerThan = (lines: number, decisions: readonly string[][]) =>
  decisions.filter((decision) => decision.length > lines || decision.join('').length > lines * 120);

it('sandbox/decisions.md dates each decision, in at most ten lines', () => {
  const decisions = decisionsOf('sandbox/decisions.md');
  expect(decisions.length).toBeGreaterThan(50);
  const undated = decisions.filter((lines) => !/\(20\d\d-\d\d-\d\d\):?$/m.test(lines.join('\n')));
  expect({ undated, long: longerThan(10, decisions) }).toEqual({ undated: [], long: [] });
});

it('docs/decisions.md dates each section, and has at most five lines and a list for each decision', () => {
  const [, ...sections] = readFileSync(path.join(ROOT, 'docs/decisions.md'), 'utf8').split(/^## /m);
  expect(sections.length).toBeGreaterThan(10);
  const undated = sections.filter((text) => !/^.*\n\n20\d\d-\d\d-\d\d\n\n- /.test(text));
  const texts = decisionsOf('docs/decisions.md').map((lines) =>
    lines.filter((line) => !/^ +\d\./.test(line)),
  );
  expect({ undated, long: longerThan(5, texts) }).toEqual({ undated: [], long: [] });
});
