import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { type ZapierEngine, startZapierEngine } from './zapierEngine';

/** A small app like a built one: one ES module next to its dependencies. */
const APP = `
import { defineApp, version } from 'zapier-platform-core';

const call = async (z, bundle, path) =>
  (await z.request({ url: bundle.authData.baseUrl + path, headers: { 'X-API-Key': bundle.authData.apiKey } })).data;

const getText = async (z, bundle) => await z.stashFile('text of ' + bundle.inputData.id, undefined, 'book.txt', 'text/plain');

const operations = {
  books: {
    key: 'book', noun: 'Book',
    display: { label: 'New Book', description: 'Triggers when a book arrives.' },
    operation: {
      canPaginate: true,
      sample: { id: 'emma' },
      perform: async (z, bundle) => {
        if (bundle.inputData.broken) return { not: 'a list' };
        const { books } = await call(z, bundle, '/books');
        const seen = await z.cursor.get();
        await z.cursor.set(String(books.length));
        return books.map((id) => ({ id, seen, timezone: bundle.meta.timezone }));
      },
    },
  },
  lend: {
    key: 'lend', noun: 'Loan',
    display: { label: 'Lend Book', description: 'Lends a book.' },
    operation: {
      inputFields: [
        { key: 'shelf', altersDynamicFields: true },
        (z, bundle) => bundle.inputData.shelf ? [{ key: bundle.inputData.shelf + '_row', label: 'Row', type: 'integer' }] : [],
      ],
      sample: { id: 'emma' },
      perform: async (z, bundle) => {
        switch (bundle.inputData.how) {
          case 'halt': throw new z.errors.HaltedError('The book is out');
          case 'throttle': throw new z.errors.ThrottledError('Slower', 7);
          case 'expire': throw new z.errors.ExpiredAuthError('The key is gone');
          case 'app': throw new z.errors.Error('Name a book', 'invalid_input', 400);
          case 'plain': throw new Error('Out of paper');
          case 'refused': return await call(z, bundle, '/nowhere');
          case 'busy': return await call(z, bundle, '/busy');
        }
        z.console.log('lending', bundle.authData.apiKey);
        return { id: 'loan', got: bundle.inputData, raw: bundle.inputDataRaw, text: z.dehydrateFile(getText, { id: 'emma' }) };
      },
    },
  },
  find: {
    key: 'find', noun: 'Book',
    display: { label: 'Find Book', description: 'Finds a book.' },
    operation: {
      inputFields: [{ key: 'id', required: true }],
      sample: { id: 'emma' },
      perform: async (z, bundle) => (await call(z, bundle, '/books')).books.filter((id) => id === bundle.inputData.id).map((id) => ({ id })),
    },
  },
};

export default defineApp({
  version: '1.0.0',
  platformVersion: version,
  flags: { cleanInputData: CLEAN },
  authentication: {
    type: 'custom',
    fields: [{ key: 'baseUrl', required: true }, { key: 'apiKey', required: true, type: 'password' }],
    test: (z, bundle) => call(z, bundle, '/me'),
    connectionLabel: LABEL,
  },
  triggers: { book: operations.books },
  creates: { lend: operations.lend },
  searches: { find: operations.find },
  hydrators: { getText },
});
`;

const folder = mkdtempSync(join(tmpdir(), 'zapier-app-'));
let library: Server;
let authData: Record<string, string>;
let zapier: ZapierEngine;

/** Writes the app with these settings and starts an engine on it. */
async function startApp(name: string, label: string, clean: boolean): Promise<ZapierEngine> {
  const appPath = join(folder, name, 'dist/index.js');
  mkdirSync(join(folder, name, 'dist'), { recursive: true });
  writeFileSync(appPath, APP.replace('LABEL', label).replace('CLEAN', String(clean)));
  return await startZapierEngine({ appPath, authData, timezone: 'Europe/Vienna' });
}

beforeEach(() => {
  // The core also writes an app's logs to this process's console.
  jest.spyOn(console, 'log').mockImplementation();
});

beforeAll(async () => {
  library = createServer((request, response) => {
    const known = request.headers['x-api-key'] === 'right-key';
    const routes: Record<string, [number, object]> = {
      '/me': [200, { name: 'City Library' }],
      '/books': [200, { books: ['emma', 'ulysses'] }],
      '/busy': [429, {}],
    };
    const [status, body] = known
      ? (routes[request.url ?? ''] ?? [404, { message: 'Nothing here' }])
      : [401, { message: 'Who are you?' }];
    response.writeHead(status, { 'Content-Type': 'application/json', 'Retry-After': '9' });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((listening) => library.listen(0, '127.0.0.1', listening));
  authData = {
    baseUrl: `http://127.0.0.1:${(library.address() as AddressInfo).port}`,
    apiKey: 'right-key',
  };

  // The app finds the core as Node resolves packages of ES modules: in a parent folder.
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'app', type: 'module' }));
  symlinkSync(resolve(__dirname, '../../node_modules'), join(folder, 'node_modules'), 'junction');
  zapier = await startApp('first', "'{{name}} as {{apiKey}}'", true);
});

afterAll(async () => {
  await zapier.close();
  library.closeAllConnections();
  await new Promise((closed) => library.close(closed));
  rmSync(folder, { recursive: true, force: true });
});

describe('the definition', () => {
  it('is the result that Zapier would store', async () => {
    const definition = await zapier.definition();
    expect(definition.creates?.lend?.display.label).toBe('Lend Book');
    expect(definition.creates?.lend?.operation.perform).toMatch(/^\$func\$/);
  });

  it('is checked against the schema', async () => {
    expect(await zapier.validate()).toEqual([]);
  });
});

describe('performing', () => {
  it('runs a trigger, a search and a create', async () => {
    expect(await zapier.perform('trigger', 'book')).toEqual([
      { id: 'emma', seen: null, timezone: 'Europe/Vienna' },
      { id: 'ulysses', seen: null, timezone: 'Europe/Vienna' },
    ]);
    expect(await zapier.perform('trigger', 'book')).toMatchObject([{ seen: '2' }, { seen: '2' }]);
    const found = await zapier.perform('search', 'find', { inputData: { id: 'ulysses' } });
    expect(found).toEqual([{ id: 'ulysses' }]);
    expect(await zapier.perform('create', 'lend')).toMatchObject({ id: 'loan' });
  });

  it('cleans the input as Zapier does, unless that is turned off', async () => {
    const inputData = { a: '', b: null, c: [], d: { e: '' }, f: ['', 0, { g: null }], h: false };
    const lend = async (engine: ZapierEngine, input?: 'cleaned' | 'raw') =>
      (await engine.perform<{ got: unknown }>('create', 'lend', { inputData }, { input })).got;

    expect(await lend(zapier)).toEqual({ f: [0], h: false });
    expect(await lend(zapier, 'raw')).toEqual(inputData);

    const unclean = await startApp('unclean', "''", false);
    expect(await lend(unclean)).toEqual(inputData);
    expect(await lend(unclean, 'cleaned')).toEqual({ f: [0], h: false });
    await unclean.close();
  });

  it('refuses results that Zapier would refuse', async () => {
    const perform = zapier.perform('trigger', 'book', { inputData: { broken: true } });
    await expect(perform).rejects.toMatchObject({
      name: 'CheckError',
      message: expect.stringContaining('array'),
    });
  });

  it('resolves fields that depend on the input', async () => {
    const inputData = { shelf: 'novels' };
    expect(await zapier.inputFields('create', 'lend')).toMatchObject([{ key: 'shelf' }]);
    expect(await zapier.inputFields('create', 'lend', { inputData })).toMatchObject([
      { key: 'shelf' },
      { key: 'novels_row', type: 'integer' },
    ]);
  });

  it('stashes a file when a field is hydrated', async () => {
    const { text } = await zapier.perform<{ text: string }>('create', 'lend');
    const url = (await zapier.hydrate(text)) as string;

    expect(zapier.stashedFile(url)).toEqual({
      name: 'book.txt',
      type: 'text/plain',
      content: Buffer.from('text of emma'),
    });
    expect(await (await fetch(url)).text()).toBe('text of emma');
  });

  it('logs what Zapier would log, with secrets masked', async () => {
    zapier.logs.length = 0;
    await zapier.perform('create', 'lend');
    await zapier.perform('trigger', 'book');

    const messages = zapier.logs.map(({ message }) => message);
    expect(messages[0]).toMatch(/^lending :censored:/);
    expect(messages[1]).toContain('200 GET');
    expect(JSON.stringify(zapier.logs)).not.toContain('right-key');
  });
});

describe('errors', () => {
  it.each([
    ['halt', { name: 'HaltedError', message: 'The book is out' }],
    ['throttle', { name: 'ThrottledError', message: 'Slower', delay: 7 }],
    ['busy', { name: 'ThrottledError', delay: 9 }],
    ['expire', { name: 'ExpiredAuthError', message: 'The key is gone' }],
    ['app', { name: 'AppError', message: 'Name a book', code: 'invalid_input', status: 400 }],
    ['plain', { name: 'Error', message: 'Out of paper' }],
    ['refused', { name: 'ResponseError', status: 404 }],
  ])('%s', async (how, expected) => {
    const perform = zapier.perform('create', 'lend', { inputData: { how } });
    await expect(perform).rejects.toMatchObject(expected);
  });
});

describe('the connection', () => {
  it('is tested with the given data', async () => {
    expect(await zapier.authTest()).toEqual({ name: 'City Library' });
    const wrong = zapier.authTest({ authData: { apiKey: 'wrong' } });
    await expect(wrong).rejects.toMatchObject({ name: 'ResponseError', status: 401 });
  });

  it('gets its label from a template or from a function', async () => {
    expect(await zapier.connectionLabel()).toBe('City Library as right-key');
    const other = await startApp('other', '(z, bundle) => bundle.inputData.name + "!"', true);
    expect(await other.connectionLabel()).toBe('City Library!');
    await other.close();
  });
});
