/**
 * The words and limits that the sandbox and the connector share. Both would agree on a mistake in
 * them, so they are compared with the tables of docs/service.md, which were transcribed from the
 * service's specification and not from the code.
 */

import { readFileSync } from 'node:fs';
import path from 'node:path';

import { TRANSIENT_STATUSES } from '../../shared/http/retryPolicy';
import * as scopes from '../../shared/service/scopes';
import * as vocabulary from '../../shared/service/vocabulary';

const ROOT = path.resolve(__dirname, '../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
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

/** As GitHub derives the anchor of a heading. */
function anchor(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');
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
    const [code, ...more] = codes(cell);
    if (code === undefined || more.length > 0)
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

/** Every limit, with its row in docs/service.md#limits. */
const LIMITS: Readonly<Record<keyof typeof vocabulary.LIMITS, string>> = {
  passesPerIssue: 'Passes in one `POST /pass`, maximum',
  maxCollectedStamps: '`collectedStamps`, maximum',
  idempotencyKeysPerCard: 'Idempotency keys remembered per card',
  templatePageDefault: 'Templates per page, default',
  templatePageMax: 'Templates per page, maximum',
  templateDuplicateNameLength: 'Name of a duplicated template',
  fileUploadBytes: 'File upload',
  imageFetchMs: 'Time to fetch an image from a URL',
  inviteDaysMax: 'Days an invite lasts, maximum',
  inviteDaysDefault: 'Days an invite lasts, default',
  lifecycleReasonLength: 'Reason of a lifecycle change',
  walletBNotificationsPerDay: 'Wallet B notifications per pass in 24 hours',
  fieldsPerRow: 'Fields in a row of a design',
};

/** Rows without a constant: no code needs a name for 0, for 1, or for a default it never sends. */
const UNNAMED_LIMITS = [
  'Passes in one `POST /pass`, minimum',
  '`collectedStamps`, minimum',
  'Days an invite lasts, minimum',
  'Time a message shows, default',
];

const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  characters: 1,
  seconds: 1000,
  hours: 3_600_000,
  MiB: 1024 * 1024,
};

/** `10 MiB` as a number of bytes, `10 seconds` as milliseconds, `20` as it is. */
function amount(cell: string): number {
  const [, digits, unit = ''] = /^(\d+)(?: (\w+))?$/.exec(cell) ?? [];
  const factor = UNITS[unit];
  if (digits === undefined || factor === undefined) throw new Error(`not a limit: '${cell}'`);
  return Number(digits) * factor;
}

const sorted = (list: readonly string[]) => [...list].sort();

describe('shared/service/vocabulary.ts against docs/service.md', () => {
  it.each(Object.entries(WORDS))('%s is the word of the row "%s"', (name, row) => {
    expect({ [name]: vocabulary[name as keyof typeof WORDS] }).toEqual({
      [name]: codes(record('Fixed words')[row] ?? '')[0],
    });
  });

  it('has a constant for every fixed word', () => {
    expect(sorted(Object.keys(record('Fixed words')))).toEqual(sorted(Object.values(WORDS)));
  });

  it.each(Object.entries(ENUMS))('%s has exactly the values of the table "%s"', (name, title) => {
    const constant: readonly string[] = vocabulary[name as keyof typeof ENUMS];
    expect({ [name]: sorted(constant) }).toEqual({ [name]: sorted(values(title)) });
  });

  it('PASS_TYPE_FIELDS has exactly the fields of each type', () => {
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

  it.each(Object.entries(LIMITS))('LIMITS.%s is the number of the row "%s"', (name, row) => {
    expect({ [name]: vocabulary.LIMITS[name as keyof typeof LIMITS] }).toEqual({
      [name]: amount(record('Limits')[row] ?? ''),
    });
  });

  it('has a constant for every limit, and every limit a row', () => {
    expect(sorted(Object.keys(record('Limits')))).toEqual(
      sorted([...Object.values(LIMITS), ...UNNAMED_LIMITS]),
    );
    expect(sorted(Object.keys(vocabulary.LIMITS))).toEqual(sorted(Object.keys(LIMITS)));
  });
});

describe('shared/service/scopes.ts against docs/service.md', () => {
  it('PRESETS has exactly the presets of the table, with their scopes', () => {
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
});

describe('docs/service.md', () => {
  const all = headings(SERVICE);

  it('names only scopes of the service in its tables of endpoints and presets', () => {
    const known: readonly string[] = scopes.SCOPES;
    const named = [
      ...table('Presets').flatMap(([, cell = '']) => codes(cell)),
      ...table('Endpoints').flatMap(([, , cell = '']) => codes(cell)),
    ].filter((code) => code.includes('.'));
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter((scope) => !known.includes(scope))).toEqual([]);
  });

  it('has a unique anchor for every heading, so that code can refer to it', () => {
    const anchors = all.map(({ title }) => anchor(title));
    expect(anchors.filter((one, i) => anchors.indexOf(one) !== i)).toEqual([]);
  });
});

it.each(['docs/service.md', 'docs/retries.md'])('%s names the transient statuses', (page) => {
  const named = [...read(page).matchAll(/\b[45]\d\d(?:, [45]\d\d)+\b/g)].map(([list]) => list);
  expect(named).toContain(TRANSIENT_STATUSES.join(', '));
});
