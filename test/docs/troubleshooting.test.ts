import { hintsTable } from '../../scripts/docs/runHints';
import { read, sourcesIn } from '../support/repository';

const WHOLE_PAGE = read('docs/troubleshooting.md');
/** Without what is generated from the declarations. */
const PAGE = WHOLE_PAGE.replace(/<!-- hints after a run: .*?<!-- end -->/s, '');

/** Messages in bold at the start of a row of a table, and reasons in backticks at the start of a list entry. */
const QUOTED = [
  ...PAGE.split('\n')
    .filter((line) => line.startsWith('| **'))
    .flatMap((line) => [...(line.split(' | ')[0] ?? '').matchAll(/\*\*(.+?)\*\*/g)]),
  ...PAGE.matchAll(/^- `(.+?)`:/gm),
].map(([, message = '']) => message);

/** The code that runs on the platforms, and the errors that it creates. */
const TEXTS = [...['shared', 'nodes', 'zapier'].flatMap(sourcesIn), 'test/golden/messages.txt'].map(
  (file) => read(file).replaceAll("\\'", "'"),
);

/** Whether every part of a message is in one of the texts; `…` replaces anything. */
function exists(message: string): boolean {
  const parts = message.split(/'?…'?|[:;()]|(?<=') /).map((part) => part.trim());
  return parts.every((part) => TEXTS.some((text) => text.includes(part)));
}

test('The troubleshooting page quotes only messages that exist', () => {
  expect(QUOTED.length).toBeGreaterThan(150);
  expect(QUOTED.filter((message) => !exists(message))).toEqual([]);
});

/** The messages of all errors that operations end with, by the recording of their words on n8n. */
const RECORDED = read('test/golden/messages.txt')
  .split('\n\n')
  .filter((entry) => entry.startsWith('# n8n'))
  .flatMap((entry) => entry.split('\n').find((line) => !line.startsWith('#')) ?? []);

test('The troubleshooting page has a row for every error of an operation', () => {
  const literal = (part: string) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const rows = QUOTED.map((message) => new RegExp(message.split('…').map(literal).join('.*')));
  expect(RECORDED.length).toBeGreaterThan(150);
  expect(RECORDED.filter((message) => !rows.some((row) => row.test(message)))).toEqual([]);
});

/** Errors of n8n's side alone, which no recording has. */
const OF_THE_NODE = sourcesIn('nodes')
  .flatMap((file) => [
    ...read(file).matchAll(/new ServiceError\(\{[^}]*?message: [`'"](.+?)[`'"],\n/g),
  ])
  .map(([, message = '']) => message.replaceAll(/\$\{\w+\}/g, 'x'));

test('The troubleshooting page has a row for every error of the node itself', () => {
  const rows = QUOTED.map((message) => message.split(/'…'|…/));
  const has = (message: string) =>
    rows.some((parts) => parts.every((part) => message.includes(part)));
  expect(OF_THE_NODE.length).toBeGreaterThan(1);
  expect(OF_THE_NODE.filter((message) => !has(message))).toEqual([]);
});

test('The troubleshooting page has each hint on one line, with something to do', () => {
  const rows = hintsTable().split('\n').slice(2);
  for (const row of rows) {
    expect(row).toMatch(/^\| \*\*(?!…\*)[^|]+\*\* \| [^|]{10,} \|$/);
    expect(row).not.toMatch(/\b(undefined|\d+ items?)\b/);
  }
});
