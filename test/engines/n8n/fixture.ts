/**
 * A small package to test the engine with: a library's books behind an API key. It is written to a
 * temporary folder as built files, and uses a server on loopback.
 */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const REPOSITORY = resolve(__dirname, '../../..');

export const API_KEY = 'right-key';

const MANIFEST = JSON.stringify({
  name: 'n8n-nodes-library',
  version: '1.0.0',
  n8n: {
    n8nNodesApiVersion: 1,
    credentials: ['dist/LibraryApi.credentials.js'],
    nodes: ['dist/Library.node.js', 'dist/LibraryTrigger.node.js'],
  },
});

const CREDENTIAL = `
exports.LibraryApi = class {
  name = 'libraryApi';
  displayName = 'Library API';
  properties = [
    { displayName: 'Base URL', name: 'baseUrl', type: 'string', default: 'https://library.example' },
    { displayName: 'API Key', name: 'apiKey', type: 'string', typeOptions: { password: true }, default: '' },
  ];
  authenticate = { type: 'generic', properties: { headers: { 'X-API-Key': '={{$credentials.apiKey}}' } } };
  test = {
    request: { baseURL: '={{$credentials.baseUrl}}', url: '/me' },
    rules: [
      { type: 'responseCode', properties: { value: 401, message: 'The library does not know this key' } },
      { type: 'responseSuccessBody', properties: { key: 'account.closed', value: true, message: 'This account is closed' } },
    ],
  };
};`;

const NODE = `
const { NodeOperationError, sleep } = require('n8n-workflow');
const request = async (context, path) => {
  const { baseUrl } = await context.getCredentials('libraryApi');
  return await context.helpers.httpRequestWithAuthentication.call(context, 'libraryApi', { url: baseUrl + path });
};
exports.Library = class {
  description = {
    displayName: 'Library', name: 'library', group: ['transform'], version: 1, description: 'Books',
    defaults: { name: 'Library' }, inputs: ['main'], outputs: ['main'],
    credentials: [{ name: 'libraryApi', required: true }],
    properties: [
      { displayName: 'Operation', name: 'operation', type: 'options', default: 'get',
        options: ['get', 'download', 'wait'].map((value) => ({ name: value, value })) },
      { displayName: 'Book', name: 'book', type: 'resourceLocator', default: { mode: 'id', value: '' },
        modes: [{ displayName: 'ID', name: 'id', type: 'string' }] },
      { displayName: 'Shelf', name: 'shelf', type: 'string', default: 'novels', required: true },
    ],
  };
  methods = {
    loadOptions: {
      async shelves() { return [{ name: 'Novels', value: 'novels' }]; },
    },
    listSearch: {
      async searchBooks(filter, paginationToken) {
        const page = await request(this, '/books?shelf=' + this.getCurrentNodeParameter('shelf')
          + '&filter=' + (filter ?? '') + '&cursor=' + (paginationToken ?? ''));
        return { results: page.books.map((value) => ({ name: value, value })), paginationToken: page.next };
      },
    },
    resourceMapping: {
      async columns() {
        const id = this.getNodeParameter('book', '', { extractValue: true });
        return { fields: [{ id: 'title', displayName: 'Title of ' + id, required: true, defaultMatch: false, display: true, type: 'string' }] };
      },
    },
  };
  async execute() {
    const tries = this.getContext('node');
    tries.count = (tries.count ?? 0) + 1;
    const output = [];
    for (const [item] of this.getInputData().entries()) {
      try {
        const id = this.getNodeParameter('book', item, '', { extractValue: true });
        const operation = this.getNodeParameter('operation', item);
        if (operation === 'wait') {
          const signal = this.getExecutionCancelSignal();
          for (let i = 0; i < 500 && !signal.aborted; i++) await sleep(10);
          throw new NodeOperationError(this.getNode(), 'stopped: ' + signal.aborted, { itemIndex: item });
        }
        const book = await request(this, '/books/' + id);
        const result = { json: { ...book, tries: tries.count, timezone: this.getTimezone() }, pairedItem: { item } };
        if (operation === 'download') {
          result.binary = { data: await this.helpers.prepareBinaryData(Buffer.from('text of ' + id), id + '.txt', 'text/plain') };
        }
        output.push(result);
      } catch (error) {
        if (!this.continueOnFail()) { if (error.context) error.context.itemIndex = item; throw error; }
        output.push({ json: { error: error.message }, pairedItem: { item } });
      }
    }
    return [output];
  }
};`;

const TRIGGER = `
exports.LibraryTrigger = class {
  description = {
    displayName: 'Library Trigger', name: 'libraryTrigger', group: ['trigger'], version: 1, description: 'Books',
    defaults: { name: 'Library Trigger' }, inputs: [], outputs: ['main'], polling: true,
    credentials: [{ name: 'libraryApi', required: true }],
    properties: [{ displayName: 'Shelf', name: 'shelf', type: 'string', default: 'novels' }],
  };
  async poll() {
    const { baseUrl } = await this.getCredentials('libraryApi');
    const { books } = await this.helpers.httpRequestWithAuthentication.call(this, 'libraryApi',
      { url: baseUrl + '/books?shelf=' + this.getNodeParameter('shelf') });
    if (this.getMode() === 'manual') return [[{ json: { book: books[0] } }]];
    const state = this.getWorkflowStaticData('node');
    const fresh = books.filter((book) => !(state.seen ?? []).includes(book));
    state.seen = books;
    return fresh.length ? [fresh.map((book) => ({ json: { book } }))] : null;
  }
};`;

/** Writes the package; `remove` deletes it. */
export function writeFixturePackage(): { packageDir: string; remove: () => void } {
  const packageDir = mkdtempSync(join(tmpdir(), 'n8n-nodes-library-'));
  const files = {
    'package.json': MANIFEST,
    'dist/LibraryApi.credentials.js': CREDENTIAL,
    'dist/Library.node.js': NODE,
    'dist/LibraryTrigger.node.js': TRIGGER,
  };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(packageDir, path)), { recursive: true });
    writeFileSync(join(packageDir, path), content);
  }
  // The nodes must get the same n8n-workflow as the engine, as on a server.
  symlinkSync(join(REPOSITORY, 'node_modules'), join(packageDir, 'node_modules'), 'junction');
  return { packageDir, remove: () => rmSync(packageDir, { recursive: true, force: true }) };
}

export interface LibraryServer {
  url: string;
  /** Books on the shelf, in the order the server lists them. */
  books: string[];
  /** Requests so far: path with query, and the key that came with it. */
  requests: Array<{ path: string; key: string | undefined }>;
  /** How many of the next requests for a book return 503. */
  failures: number;
  close(): Promise<void>;
}

/** The library's server, on a free port of loopback. */
export async function startLibraryServer(): Promise<LibraryServer> {
  const server = createServer((request, response) => respond(library, request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const library: LibraryServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    books: ['emma', 'persuasion', 'ulysses'],
    requests: [],
    failures: 0,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  return library;
}

function respond(library: LibraryServer, request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? '/', library.url);
  const key = request.headers['x-api-key'];
  library.requests.push({ path: request.url ?? '', key: Array.isArray(key) ? key[0] : key });
  const send = (status: number, body: object) => {
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(body));
  };

  const result = (): [status: number, body: object] => {
    if (key !== API_KEY && key !== 'closed') return [401, { message: 'Who are you?' }];
    if (url.pathname === '/me') return [200, { account: { closed: key === 'closed' } }];
    if (url.pathname === '/books') return [200, listBooks(library.books, url.searchParams)];

    const id = url.pathname.replace('/books/', '');
    if (library.failures > 0 && library.failures--) return [503, { message: 'Shelves fell over' }];
    return library.books.includes(id) ? [200, { id }] : [404, { message: `No book ${id}` }];
  };
  send(...result());
}

/** Two per page with a cursor, everything otherwise. */
function listBooks(books: string[], query: URLSearchParams) {
  const found = books.filter((book) => book.includes(query.get('filter') ?? ''));
  if (!query.has('cursor')) return { books: found };
  const from = Number(query.get('cursor'));
  const next = from + 2 < found.length ? String(from + 2) : undefined;
  return { books: found.slice(from, from + 2), next };
}
