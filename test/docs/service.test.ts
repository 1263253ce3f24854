/**
 * The words and limits that the sandbox and the connector share. Both would agree on a mistake in
 * them, so they are compared with the tables of docs/service.md, which were transcribed from the
 * service's specification and not from the code.
 */

import { readdirSync } from 'node:fs';
import path from 'node:path';

import { anchor } from '../../scripts/docs/markdown';
import { TRANSIENT_STATUSES } from '../../shared/http/retryPolicy';
import * as scopes from '../../shared/service/scopes';
import * as vocabulary from '../../shared/service/vocabulary';
import { read, ROOT, sourcesIn } from '../support/repository';

const SERVICE = read('docs/service.md');

interface Heading {
  level: number;
  title: string;
  /** Everything up to the next heading of any level. */
  text: string;
}

function headings(markdown: string): Heading[] {
  return markdown
    .split(/^(?=#+ )/m)
    .filter((part) => part.startsWith('#'))
    .map((part) => {
      const [, marks = '', title = ''] = /^(#+) (.*)/.exec(part) ?? [];
      return { level: marks.length, title, text: part.slice(marks.length + title.length + 1) };
    });
}

/** Cells of the only table under a heading, without its header row. */
function table(title: string, markdown = SERVICE): string[][] {
  const found = headings(markdown).filter((heading) => heading.title === title);
  if (found.length !== 1) throw new Error(`${found.length} headings '${title}' in docs/service.md`);
  const lines = found[0]?.text.split('\n').filter((line) => line.startsWith('|')) ?? [];
  const rules = lines.filter((line) => /^[|\s:-]+$/.test(line));
  if (rules.length !== 1) throw new Error(`${rules.length} tables under '${title}'`);
  return lines.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

function codes(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
}

/** First column of a table: each cell one value in backquotes. */
function values(title: string): string[] {
  return table(title).map(([cell = '']) => {
    const [code, ...further] = codes(cell);
    if (code === undefined || further.length > 0)
      throw new Error(`'${title}': not one value: ${cell}`);
    return code;
  });
}

/** A table as a record from the first column (its values unquoted) to the second. */
function record(title: string): Record<string, string> {
  return Object.fromEntries(table(title).map(([key = '', value = '']) => [key, value]));
}

/** Every constant that holds a single word, with its row in docs/service.md#fixed-words. */
const WORDS = {
  KEY_HEADER: 'Request header with the API key',
  VERSION_HEADER: 'Header with the API version',
  SERVICE_VERSION: 'Current API version',
  KEY_PREFIX: 'First characters of every key value',
  WALLET_A: 'Wallet A in the objects `pass` and `badge`',
  WALLET_B: 'Wallet B in the objects `pass` and `badge`',
  WALLET_A_PLATFORM: '`platform` of a badge credential',
  WALLET_A_STATUS: 'Badge template field with the state of wallet A',
} as const;

/** Every constant that lists values, with the heading above their table. */
const ENUMS = {
  MESSAGE_CHANNELS: 'Messaging channels',
  TEMPLATE_TYPES: 'Template types',
  INVALIDATED_REASONS: 'Reasons for voiding',
  PASS_LIST_STATUSES: 'Install status',
  STAMP_OPERATIONS: 'Kinds of stamp operation',
  BALANCE_OPERATIONS: 'Kinds of balance operation',
  BARCODE_TYPES: 'Barcode types',
} as const;

const { LIMITS: limits } = vocabulary;
const IN_WORDS: Readonly<Record<number, string>> = { 3: 'three' };

/** Every limit, with the words of its endpoint's section. */
const LIMITS: Readonly<Record<keyof typeof limits, string>> = {
  passesPerIssue: `array of 1 to ${limits.passesPerIssue} |`,
  maxCollectedStamps: `from 0 to ${limits.maxCollectedStamps}.`,
  idempotencyKeysPerCard: `remembers its last ${limits.idempotencyKeysPerCard} keys`,
  templatePageDefault: `| Default ${limits.templatePageDefault}, at most ${limits.templatePageMax} |`,
  templatePageMax: `, at most ${limits.templatePageMax} |`,
  templateDuplicateNameLength: `\`name\` (up to ${limits.templateDuplicateNameLength} characters)`,
  fileUploadBytes: `up to ${limits.fileUploadBytes / 1024 / 1024} MiB. More answers 413`,
  imageFetchMs: `answer within ${limits.imageFetchMs / 1000} seconds, the`,
  inviteDaysMax: `| 1 to ${limits.inviteDaysMax}, default ${limits.inviteDaysDefault} |`,
  inviteDaysDefault: `, default ${limits.inviteDaysDefault} |`,
  lifecycleReasonLength: `\`reason\` (up to ${limits.lifecycleReasonLength} characters)`,
  walletBNotificationsPerDay: `at most ${IN_WORDS[limits.walletBNotificationsPerDay]} notifications per pass in 24 hours`,
  fieldsPerRow: `List of rows with up to ${IN_WORDS[limits.fieldsPerRow]} field objects each`,
};

/** From the service's specification. */
const SCOPES = [
  'passes.create',
  'passes.viewAll',
  'passes.edit',
  'scanning.stamp',
  'scanning.redeem',
  'campaigns.send',
  'members.export',
  'templates.viewAll',
  'templates.create',
  'templates.duplicate',
  'templates.edit',
  'templates.delete',
  'files.read',
  'files.write',
  'files.delete',
  'badges.viewAll',
  'badges.issue',
  'badges.edit',
  'badges.revoke',
  'analytics.view',
];

const sorted = (list: readonly string[]) => [...list].sort();

test('The vocabulary of the service exports nothing that is not compared with docs/service.md', () => {
  expect(sorted(Object.keys(vocabulary))).toEqual(
    sorted([...Object.keys(WORDS), ...Object.keys(ENUMS), 'PASS_TYPE_FIELDS', 'LIMITS']),
  );
});

test.each(Object.entries(WORDS))('%s is the fixed word of the row "%s"', (name, row) => {
  expect({ [name]: vocabulary[name as keyof typeof WORDS] }).toEqual({
    [name]: codes(record('Fixed words')[row] ?? '')[0],
  });
});

test('The vocabulary of the service has every fixed word', () => {
  expect(sorted(Object.keys(record('Fixed words')))).toEqual(sorted(Object.values(WORDS)));
});

test.each(Object.entries(ENUMS))('%s has exactly the values of the table "%s"', (name, title) => {
  const constant: readonly string[] = vocabulary[name as keyof typeof ENUMS];
  expect({ [name]: sorted(constant) }).toEqual({ [name]: sorted(values(title)) });
});

test('PASS_TYPE_FIELDS has exactly the fields of each type', () => {
  const stated = table('Pass-type fields').map(([type = '', fields = '']) => [
    codes(type)[0],
    sorted(codes(fields)),
  ]);
  const constant = Object.entries(vocabulary.PASS_TYPE_FIELDS).map(([type, fields]) => [
    type,
    sorted(fields),
  ]);
  expect(Object.fromEntries(constant)).toEqual(Object.fromEntries(stated));
});

test.each(Object.entries(LIMITS))('LIMITS.%s is the number in docs/service.md', (_name, words) => {
  expect(SERVICE.replace(/\s+/g, ' ')).toContain(words);
});

/** The words whose own form carries a vendor's name (docs/service.md#fixed-words): a provider replaces them. */
const NEUTRAL = [
  vocabulary.KEY_PREFIX,
  vocabulary.VERSION_HEADER,
  vocabulary.WALLET_A,
  vocabulary.WALLET_B,
  vocabulary.WALLET_A_PLATFORM,
  vocabulary.WALLET_A_STATUS,
  ...vocabulary.MESSAGE_CHANNELS.filter((channel) => channel !== 'SMS'),
];

const CODE = ['shared', 'nodes', 'zapier', 'credentials', 'check-service'].flatMap(sourcesIn);
/** Pages that people read; the reference has the words in its examples. */
const PAGES = readdirSync(path.join(ROOT, 'docs'))
  .filter((file) => file.endsWith('.md') && file !== 'service.md')
  .map((file) => `docs/${file}`);

test('A word that a provider replaces is written in the vocabulary of the service alone', () => {
  const files = [...CODE, 'README.md', 'SECURITY.md', ...PAGES];
  const allowed = ['shared/service/vocabulary.ts', 'docs/publishing.md'];
  const found = files
    .filter((file) => !allowed.includes(file))
    .flatMap((file) => {
      const text = read(file);
      return NEUTRAL.filter((word) => text.includes(word)).map((word) => `${file}: ${word}`);
    });
  expect(found).toEqual([]);
});

test('The command of docs/publishing.md finds every word that a provider replaces', () => {
  const [, command = ''] = /`git grep -niE '([^']+)'`/.exec(read('docs/publishing.md')) ?? [];
  const pattern = new RegExp(command);
  expect(NEUTRAL.filter((word) => !pattern.test(word))).toEqual([]);
});

test('The scopes of the service are exported with its presets, and nothing else', () => {
  expect(sorted(Object.keys(scopes))).toEqual(['PRESETS', 'SCOPES']);
  expect(scopes.SCOPES).toEqual(SCOPES);
});

test('PRESETS has exactly the presets of the table, with their scopes', () => {
  const stated = Object.entries(record('Presets')).map(([name, cell]) => [
    name,
    cell === 'everything' ? 'all' : sorted(codes(cell)),
  ]);
  const constant = Object.entries(scopes.PRESETS).map(([name, list]) => [
    name,
    list === 'all' ? list : sorted(list),
  ]);
  expect(Object.fromEntries(constant)).toEqual(Object.fromEntries(stated));
});

test('The page docs/service.md names only scopes of the service in its tables of endpoints and presets', () => {
  const known: readonly string[] = SCOPES;
  const named = [
    ...table('Presets').flatMap(([, cell = '']) => codes(cell)),
    ...table('Endpoints').flatMap(([, , cell = '']) => codes(cell)),
  ].filter((code) => code.includes('.'));
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((scope) => !known.includes(scope))).toEqual([]);
});

test('The page docs/service.md has a unique anchor for every heading, so that code can refer to it', () => {
  const anchors = headings(SERVICE).map(({ title }) => anchor(title));
  expect(anchors.filter((found, i) => anchors.indexOf(found) !== i)).toEqual([]);
});

test.each(['docs/service.md', 'docs/retries.md'])('%s names the transient statuses', (page) => {
  const named = [...read(page).matchAll(/\b[45]\d\d(?:, [45]\d\d)+\b/g)].map(([list]) => list);
  expect(named).toContain(TRANSIENT_STATUSES.join(', '));
});
