import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

import ts from 'typescript';
import { z } from 'zod';

import { firstSentence } from '../../docs/markdown';
import type { ServiceError } from '../../shared/errors/serviceError';
import { parseInputs } from '../../shared/fields';
import * as clientErrors from '../../shared/http/clientErrors';
import { toServiceError } from '../../shared/http/errorMapping';
import { OPERATIONS } from '../../shared/operations';
import { reportText } from '../../shared/run/report';
import { TRIGGERS } from '../../shared/triggers';

const ROOT = path.resolve(__dirname, '../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const PAGE = read('docs/troubleshooting.md');

/** The messages of a page: in bold at the start of a row of a table. */
function messagesOf(page: string): string[] {
  return page
    .split('\n')
    .filter((line) => line.startsWith('| **'))
    .flatMap((line) => [...(line.split(' | ')[0] ?? '').matchAll(/\*\*(.+?)\*\*/g)])
    .map(([, message = '']) => message);
}

/** The reasons from the network that messages can end with: in backticks at the start of a list entry. */
function reasonsOf(page: string): string[] {
  return [...page.matchAll(/^- `(.+?)`:/gm)].map(([, reason = '']) => reason);
}

/** Matches a text in which `…` replaces anything; the groups are what it replaces. */
function patternOf(text: string): RegExp {
  const parts = text.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('(.*)')}$`, 's');
}

/** Every string in the code that runs on the platforms, with `…` for the expressions in it. */
function stringsInSource(): Set<string> {
  const files = ['shared', 'nodes', 'zapier'].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => path.join(folder, file))
      .filter((file) => file.endsWith('.ts') && !/\b(node_modules|dist)\b/.test(file)),
  );
  const strings = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) strings.add(node.text);
    if (ts.isTemplateExpression(node)) {
      const spans = node.templateSpans.map(({ literal }) => `…${literal.text}`);
      strings.add(node.head.text + spans.join(''));
    }
    ts.forEachChild(node, visit);
  };
  for (const file of files) {
    visit(ts.createSourceFile(file, read(file), ts.ScriptTarget.ES2022, true));
  }
  return strings;
}

const SOURCE = [...stringsInSource()];
/** A string can be a message, or a message and its hint. */
const SOURCE_PATTERNS = SOURCE.flatMap((text) => [text, firstSentence(text).replace(/\.$/, '')])
  .filter((text) => /[a-z]{2}/i.test(text))
  .map(patternOf);

/**
 * Whether a string in the source has this text. Whatever an expression in it replaces has to be in other
 * strings, piece by piece. Errors of an input are `'label' problem`, of which the source has each part.
 */
function isInSource(text: string): boolean {
  const [, label = '', problem] = /^'([^']*)' (.+)$/s.exec(text) ?? [];
  if (problem !== undefined && isInStrings(label) && isInSource(problem)) return true;
  return SOURCE_PATTERNS.some((pattern) => pattern.exec(text)?.slice(1).every(isInStrings));
}

function isInStrings(text: string): boolean {
  return text.split('…').every((piece) => SOURCE.some((one) => one.includes(piece)));
}

/** Messages of responses of the service, of the client, and of inputs, as they are created. */
const CREATED: Record<string, string[]> = {
  ...Object.fromEntries(
    (
      [
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
      ] as const
    ).map(([status, body]) => [`${status} ${JSON.stringify(body)}`, [ofResponse(status, body)]]),
  ),
  ...messagesOfClient(),
  ...Object.fromEntries(
    [undefined, '', 'x', '\ud800', -1, 1e300, true, {}, [], [{}], [1], Symbol('x'), '..'].map(
      (value, i) => [`every input with a value of type ${typeof value} (${i})`, ofInputs(value)],
    ),
  ),
};

function ofResponse(status: number, body: unknown): string {
  const call = {
    sendsUrl: true,
    canBeMissing: ['pass', 'resource', 'templateToIssue', 'badge'],
  } as const;
  return toServiceError({ status, headers: {}, body: JSON.stringify(body) }, call, 0).message;
}

function messagesOfClient(): Record<string, string[]> {
  const request = { method: 'POST', path: '/pass', retry: 'never', parser: z.unknown() } as const;
  const throttled = [0, 2000].flatMap((waitedMs) =>
    [0, 60_000].flatMap((limitMs) =>
      [true, false].map((isRequested) =>
        clientErrors.throttleWaitTooLong(
          { waitMs: 90_000, waitedMs, limitMs, isRequested },
          undefined,
        ),
      ),
    ),
  );
  const errors = {
    canceled: [clientErrors.canceled()],
    deadlineReached: [clientErrors.deadlineReached()],
    notSent: [clientErrors.notSent('connection refused')],
    noResponse: [clientErrors.noResponse('no response in time')],
    outcomeUnknown: [clientErrors.outcomeUnknown(request, 'status 500')],
    unclearResponse: [clientErrors.unclearResponse(request, clientErrors.canceled(), 403)],
    unexpectedBody: [clientErrors.unexpectedBody(request, 200, 'body: unreadable')],
    throttleWaitTooLong: throttled,
    retryAfterTooLong: [clientErrors.retryAfterTooLong(clientErrors.canceled(), 1000)],
    incompleteBody: [clientErrors.incompleteBody('connection closed')],
  } satisfies Record<keyof typeof clientErrors, ServiceError[]>;
  return Object.fromEntries(
    Object.entries(errors).map(([name, all]) => [name, all.map(({ message }) => message)]),
  );
}

/** The errors of all inputs of all operations and triggers, each with this value. */
function ofInputs(value: unknown): string[] {
  const messages = [...OPERATIONS, ...TRIGGERS].flatMap(({ input }) => {
    const raw = Object.fromEntries(Object.keys(input).map((key) => [key, value]));
    const { errors } = parseInputs(input, { passId: value, ...raw }, { timezone: 'UTC' });
    return [...errors.values()].flatMap(({ message, invalid }) =>
      invalid ? invalid.map((one) => one.message) : [message],
    );
  });
  // Entries of a list begin with their number.
  return messages.map((message) => message.replace(/^\w[\w ]* \d+: /, ''));
}

/** Whether the page lists a message. A last part such as `: …` may be missing. */
function isListed(message: string): boolean {
  return LISTED.some((pattern) => pattern.test(message));
}

const LISTED = messagesOf(PAGE)
  .flatMap((listed) => [listed, listed.replace(/: …$/, '')])
  .map(patternOf);

/** Whether the connector can create a message that a page quotes. */
function exists(quoted: string): boolean {
  const pattern = patternOf(quoted);
  return (
    isInSource(quoted) ||
    Object.values(CREATED)
      .flat()
      .some((one) => pattern.test(one))
  );
}

describe('docs/troubleshooting.md', () => {
  it('quotes only messages that exist', () => {
    const quoted = [...messagesOf(PAGE), ...reasonsOf(PAGE)];
    expect(quoted.length).toBeGreaterThan(160);
    expect(quoted.filter((message) => !exists(message))).toEqual([]);
  });

  it.each([
    'The service rejected this API cookie',
    "'Email' is an empty mailbox",
    'Field … is a surprise; pass fields accept text or numbers',
    "The server at 'Base URL' isn't a wallet pass service at all",
  ])('would be refused with: %s', (message) => {
    expect(exists(message)).toBe(false);
  });

  it('quotes the report on a run as it is', () => {
    const done = [0, 1, 2].map((item) => ({ item }));
    const report = { done, failed: [3], unknown: [4], notStarted: [5, 6], reasons: [] };
    expect(PAGE).toContain(`\`${reportText(report)}\``);
  });

  it.each(Object.entries(CREATED))('lists what is created: %s', (_name, messages) => {
    expect(messages.filter((message) => !isListed(message))).toEqual([]);
  });
});
