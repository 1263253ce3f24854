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

describe.each(['docs/decisions.md', 'sandbox/decisions.md'])('%s', (file) => {
  const decisions = decisionsOf(file);

  it('dates each decision, in at most ten lines of 120 characters', () => {
    expect(decisions.length).toBeGreaterThan(50);
    const undated = decisions.filter((lines) => !/\(20\d\d-\d\d-\d\d\):?$/m.test(lines.join('\n')));
    const long = decisions.filter((lines) => lines.join('').length > 10 * 120 || lines.length > 10);
    expect({ undated, long }).toEqual({ undated: [], long: [] });
  });
});
