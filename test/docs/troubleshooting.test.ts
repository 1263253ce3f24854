import { readFileSync } from 'node:fs';
import path from 'node:path';

import { z } from 'zod';

import type { ErrorText } from '../../docs/troubleshooting/errorTexts';
import { scanErrors, scanFolders } from '../../docs/troubleshooting/errorTexts';
import {
  COPIES,
  KINDS,
  NOTES,
  SOURCES,
  isCopy,
  troubleshooting,
  troubleshootingPage,
} from '../../docs/troubleshooting/page';
import type { ServiceError } from '../../shared/errors/serviceError';
import { ERROR_KINDS } from '../../shared/errors/serviceError';
import { readInputs } from '../../shared/fields';
import * as clientErrors from '../../shared/http/clientErrors';
import { toServiceError } from '../../shared/http/errorMapping';
import { OPERATIONS } from '../../shared/operations';
import { TRIGGERS } from '../../shared/triggers';

const ROOT = path.resolve(__dirname, '../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const PAGE = read('docs/troubleshooting.md');
const scanned = scanFolders(ROOT, SOURCES);

/** The messages of a page: in bold at the start of a row of a table. */
function messagesOf(page: string): string[] {
  return page
    .split('\n')
    .filter((line) => line.startsWith('| **'))
    .flatMap((line) => [...(line.split(' | ')[0] ?? '').matchAll(/\*\*(.+?)\*\*/g)])
    .map(([, message = '']) => message);
}

/** Whether the page lists a message. `…` replaces any text; a last part such as `: …` may be missing. */
function isListed(message: string): boolean {
  return PATTERNS.some((pattern) => pattern.test(message));
}

const PATTERNS = messagesOf(PAGE)
  .flatMap((listed) => [listed, listed.replace(/: …$/, '')])
  .map((listed) => {
    const parts = listed.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    return new RegExp(`^${parts.join('.*')}$`, 's');
  });

describe('docs/troubleshooting.md', () => {
  it('matches the messages in the code (else: npm run docs)', () => {
    expect(PAGE).toBe(troubleshooting());
  });

  it('lists every message in the code', () => {
    const listed = messagesOf(PAGE);
    const missing = scanned.texts.filter((text) => !isCopy(text) && !listed.includes(text.message));
    expect(missing).toEqual([]);
    expect(listed.length).toBeGreaterThan(120);
  });

  it('has only notes and exceptions that are needed', () => {
    const { texts } = scanned;
    const messages = texts.map(({ message }) => message);
    expect(Object.keys(NOTES).filter((message) => !messages.includes(message))).toEqual([]);
    const isUsed = ([file, copy]: [string, string]) =>
      texts.some((text) => text.file === file && text.message === copy);
    expect(Object.entries(COPIES).filter((copy) => !isUsed(copy))).toEqual([]);
    const withoutKind = texts.filter(({ kind }) => kind === undefined).map(({ file }) => file);
    expect(Object.keys(KINDS).filter((file) => !withoutKind.includes(file))).toEqual([]);
  });

  /** Exceptions that reach nobody as they are, by file, with the reason. */
  const NOT_FOR_PEOPLE: Record<string, string> = {
    'shared/fields/json.ts': 'caught in the same file',
    'shared/service/dates.ts': 'caught by shared/fields/dateTime.ts',
    'zapier/creates.ts': 'a mistake in a declaration',
    'zapier/errors/zapierErrors.ts': 'copies of the errors on the page',
    'zapier/output/stashFile.ts': 'a mistake in a declaration',
    'zapier/controls/list.ts': 'a mistake in a declaration, found when the app is loaded',
  };

  it('omits only exceptions that reach nobody', () => {
    const files = [...new Set(scanned.others.map(({ file }) => file))];
    expect(files.sort()).toEqual(Object.keys(NOT_FOR_PEOPLE).sort());
  });
});

describe('errors as they are created', () => {
  const response = (status: number, body: unknown) =>
    toServiceError({ status, headers: {}, body: JSON.stringify(body) }, EVERYTHING, 0);
  const EVERYTHING = {
    sendsUrl: true,
    canBeMissing: ['pass', 'resource', 'templateToIssue', 'badge'],
  } as const;

  it.each([
    [400, { error: 'phone is invalid' }],
    [401, { error: 'Invalid API key' }],
    [401, { error: 'Unauthorized' }],
    [402, { error: 'x', code: 'upgrade_required', feature: 'templates' }],
    [402, { error: 'API keys is available on a paid plan.' }],
    [403, { error: 'Missing permission: passes.create' }],
    [403, { error: 'API keys cannot perform owner actions' }],
    [403, { error: 'Access badges not enabled' }],
    [403, { code: 'access_badge_not_creatable_here' }],
    [403, { error: 'File file_1 does not belong to this account' }],
    [403, { error: 'forbidden' }],
    [403, { error: 'something else' }],
    [404, { error: 'File file_1 not found' }],
    [404, { error: 'Google Wallet object not found' }],
    [404, { error: 'Pass not found' }],
    [409, { error: 'not_published' }],
    [409, { code: 'template_has_passes' }],
    [409, { code: 'something' }],
    [413, {}],
    [302, {}],
    [418, { error: 'no' }],
    [429, {}],
    [500, {}],
    [500, { error: 'broken' }],
    [504, { error: 'Upstream timeout' }],
  ])('are listed: %d %j', (status, body) => {
    expect(isListed(response(status, body).message)).toBe(true);
  });

  const request = { method: 'POST', path: '/pass', retry: 'never', parser: z.unknown() } as const;
  const throttled = { waitMs: 90_000, waitedMs: 2000, limitMs: 60_000, isRequested: true };
  it.each(
    Object.entries({
      canceled: clientErrors.canceled(),
      deadlineReached: clientErrors.deadlineReached(),
      notSent: clientErrors.notSent('connection refused'),
      noResponse: clientErrors.noResponse('no response in time'),
      outcomeUnknown: clientErrors.outcomeUnknown(request, 'status 500'),
      unclearResponse: clientErrors.unclearResponse(request, clientErrors.canceled(), 403),
      unexpectedBody: clientErrors.unexpectedBody(request, 200, 'body: unreadable'),
      throttleWaitTooLong: clientErrors.throttleWaitTooLong(throttled, undefined),
      retryAfterTooLong: clientErrors.retryAfterTooLong(clientErrors.canceled(), 1000),
      incompleteBody: clientErrors.incompleteBody('connection closed'),
    } satisfies Record<keyof typeof clientErrors, ServiceError>),
  )('are listed: %s', (_name, { message }) => {
    expect([message, isListed(message)]).toEqual([message, true]);
  });

  const JUNK = [
    undefined,
    '',
    'x',
    '\ud800',
    -1,
    1e300,
    true,
    {},
    [],
    [{}],
    [1],
    Symbol('x'),
    '..',
  ];
  it.each(JUNK.map((value) => [String(typeof value), value]))(
    'are listed: every input of every operation and trigger with a value of type %s',
    (_type, value) => {
      const messages = [...OPERATIONS, ...TRIGGERS].flatMap(({ input }) => {
        const raw = Object.fromEntries(Object.keys(input).map((key) => [key, value]));
        const { errors } = readInputs(input, { passId: value, ...raw }, { timezone: 'UTC' });
        return [...errors.values()].flatMap(({ message, invalid }) =>
          invalid ? invalid.map((one) => one.message) : [message],
        );
      });
      const entries = messages.map((message) => message.replace(/^\w[\w ]* \d+: /, ''));
      expect(entries.filter((message) => !isListed(message))).toEqual([]);
    },
  );
});

describe('README.md', () => {
  it('names only messages that are on the page', () => {
    const listed = messagesOf(read('README.md'));
    expect(listed.length).toBeGreaterThan(4);
    const parts = listed.flatMap((message) => message.split('…')).map((part) => part.trim());
    const all = messagesOf(PAGE).join('\n');
    expect(parts.filter((part) => !all.includes(part))).toEqual([]);
  });
});

describe('the scan of the code for errors', () => {
  const scan = (code: string, other = '') => {
    const { texts } = scanErrors({ 'shared/a.ts': code, 'shared/b.ts': other });
    return texts.map(({ message, hint }) => [message, hint]);
  };

  it.each<[string, string, string[][]]>([
    [
      'a ServiceError',
      "throw new ServiceError({ kind: 'conflict', message: 'Taken', hint: 'Wait.' });",
      [['Taken', 'Wait.']],
    ],
    [
      'fields of an error',
      "const rule = () => ({ kind: 'conflict', message: `Taken: ${text}`, hint: 'Wait.' });",
      [['Taken: …', 'Wait.']],
    ],
    [
      'invalidInput',
      "invalidInput('Email', 'email', 'is odd', 'Fix it.')",
      [["'Email' is odd", 'Fix it.']],
    ],
    [
      'InvalidValue',
      "new InvalidValue(`is ${formatValue(x)}`, 'Fix it.')",
      [["'…' is …", 'Fix it.']],
    ],
    [
      'a quoted text',
      "new InvalidValue(`is ${quoted(x)}`, 'Fix it.')",
      [["'…' is '…'", 'Fix it.']],
    ],
    ['a problem', "const P = { problem: 'is odd', hint: 'Fix it.' };", [["'…' is odd", 'Fix it.']]],
    ['refuse', "field.refuse('is odd', 'Fix it.')", [["'…' is odd", 'Fix it.']]],
    [
      'fieldErrorFactory',
      "fieldErrorFactory(label, key)('is odd', 'Fix it.')",
      [["'…' is odd", 'Fix it.']],
    ],
    [
      'invalidDesign',
      "invalidDesign(at, 'is odd', 'Fix it.')",
      [["'Design (JSON)' is invalid at …: is odd", 'Fix it.']],
    ],
    ['with', 'error.with({ message: `Odd: ${error.message}` })', [['Odd: …', '']]],
    [
      'a table of hints',
      "const T = { 'Too few': { hint: 'Add some.' } };",
      [['Too few', 'Add some.']],
    ],
    [
      'NodeOperationError',
      "new NodeOperationError(node, 'Odd', { description: 'Fix it.' })",
      [['Odd', 'Fix it.']],
    ],
    [
      'ThrottledError',
      "new z.errors.ThrottledError('Too fast. Wait.', 1)",
      [['Too fast', 'Wait.']],
    ],
    [
      'constants of the function, the file and other files',
      "const A = 'Odd'; function f() { const b = `${A} thing`; invalidInput('X', 'x', b, HINT); }",
      [["'X' Odd thing", 'From elsewhere.']],
    ],
    [
      'choices, with the hint of each',
      "invalidInput('X', 'x', is ? 'a' : 'b', is ? 'A.' : 'B.')",
      [
        ["'X' a", 'A.'],
        ["'X' b", 'B.'],
      ],
    ],
    [
      'parts that may be empty',
      "invalidInput('X', 'x', `a${is ? ' b' : ''}`, 'H.')",
      [["'X' a b", 'H.']],
    ],
    [
      'parameters, not constants of the same name',
      "const p = 'no'; function f(p: string, h = 'Yes.') { invalidInput('X', 'x', p, h); }",
      [["'X' …", 'Yes.']],
    ],
  ])('finds %s', (_form, code, expected) => {
    expect(scan(code, "export const HINT = 'From elsewhere.';")).toEqual(expected);
  });

  it('finds exceptions of all other classes', () => {
    const code =
      "throw new Odd('x'); const e = new TypeError('y'); throw new ServiceError(fields);";
    const { others } = scanErrors({ 'shared/a.ts': code });
    expect(others.map((one) => one.code)).toEqual(["new Odd('x')", "new TypeError('y')"]);
  });

  const error: ErrorText = {
    file: 'shared/a.ts',
    line: 1,
    message: 'Something new',
    hint: 'Do this.',
    kind: 'conflict',
  };

  it('adds a new error to the page', () => {
    expect(troubleshootingPage([error])).toContain('| **Something new** | Do this. |');
  });

  it('puts every kind of error into a section', () => {
    for (const kind of ERROR_KINDS) {
      expect(troubleshootingPage([{ ...error, kind }])).toContain('Something new');
    }
  });

  it('refuses an error without a fix, and one without a kind, and names the files', () => {
    const place = `'Something new' in ${error.file}:1`;
    expect(() => troubleshootingPage([{ ...error, hint: '…' }])).toThrow(
      `${place} needs an entry in NOTES of docs/troubleshooting/page.ts`,
    );
    expect(() => troubleshootingPage([{ ...error, kind: undefined }])).toThrow(
      `${place} needs an entry in KINDS of docs/troubleshooting/page.ts`,
    );
  });
});
