import { CredentialStore } from './n8n/credentials';
import {
  API_KEY,
  type LibraryServer,
  startLibraryServer,
  writeFixturePackage,
} from './n8n/fixture';
import { RAW, book, wanted, workflowWith } from './n8n/fixtureWorkflow';
import { TypeLibrary } from './n8n/nodeTypes';
import {
  type CredentialValues,
  type N8nEngine,
  type WorkflowJson,
  startN8nEngine,
} from './n8nEngine';

const fixture = writeFixturePackage();
let library: LibraryServer;
let engine: N8nEngine;
let credentials: CredentialValues;

beforeAll(async () => {
  library = await startLibraryServer();
  engine = await startN8nEngine({ packageDir: fixture.packageDir, timezone: 'Europe/Vienna' });
  credentials = { libraryApi: { baseUrl: library.url, apiKey: API_KEY } };
});

beforeEach(() => {
  library.books = ['emma', 'persuasion', 'ulysses'];
  library.requests = [];
  library.failures = 0;
});

afterAll(async () => {
  await library.close();
  fixture.remove();
});

describe('loading', () => {
  it('knows the types of the package by short and by full name', () => {
    expect(engine.nodeType('library').description.displayName).toBe('Library');
    expect(engine.nodeType('n8n-nodes-library.library')).toBe(engine.nodeType('library'));
    expect(engine.credentialType('libraryApi').displayName).toBe('Library API');
  });

  it('names the known types when a node type is unknown', () => {
    expect(() => engine.nodeType('libary')).toThrow(/"libary".*n8n-nodes-library.library/);
  });
});

describe('running a workflow', () => {
  it('hands items from node to node, paired, with expressions resolved', async () => {
    const run = await engine.run(workflowWith(), {
      credentials,
      startItems: wanted('emma', 'ulysses'),
    });

    expect(run.error()).toBeUndefined();
    expect(run).toMatchObject({ finished: true, status: 'success', lastNodeExecuted: 'Edit' });
    expect(run.items('Library').map(({ pairedItem }) => pairedItem)).toEqual([
      { item: 0 },
      { item: 1 },
    ]);
    expect(run.items('Edit').map(({ json }) => json)).toEqual([
      { title: { short: 'EMMA' }, wanted: 'emma' },
      { title: { short: 'ULYSSES' }, wanted: 'ulysses' },
    ]);
  });

  it('uses the timezone of the workflow, else that of the engine', async () => {
    const timezoneOf = async (settings: object) => {
      const run = await engine.run(
        { ...workflowWith(), settings },
        { credentials, startItems: wanted('emma') },
      );
      return run.items('Library')[0]?.json.timezone;
    };
    expect(await timezoneOf({ timezone: 'Asia/Tokyo' })).toBe('Asia/Tokyo');
    expect(await timezoneOf({ timezone: 'DEFAULT' })).toBe('Europe/Vienna');
  });

  it('keeps credentials encrypted and puts them on the request as the type declares', async () => {
    await engine.run(workflowWith(), { credentials, startItems: wanted('emma') });
    expect(library.requests).toEqual([{ path: '/books/emma', key: API_KEY }]);

    const store = await CredentialStore.with(
      await TypeLibrary.load(fixture.packageDir),
      credentials,
    );
    expect(store.encrypted('libraryApi')).toMatch(/^[\w+/=]{40,}$/);
    expect(store.encrypted('libraryApi')).not.toContain(API_KEY);
  });

  it('fails a node without a credential', async () => {
    const run = await engine.run(workflowWith({ credentials: {} }), { startItems: wanted('emma') });
    expect(run.error('Library')?.message).toMatch(/does not have any credentials set/);
  });

  it('stops at a refused request and keeps its details', async () => {
    const run = await engine.run(workflowWith(), {
      credentials,
      startItems: wanted('emma', 'missing'),
    });

    expect(run).toMatchObject({ finished: false, status: 'error', lastNodeExecuted: 'Library' });
    expect(run.error('Library')).toMatchObject({
      name: 'NodeApiError',
      httpCode: '404',
      description: 'No book missing',
      context: { itemIndex: 1 },
    });
    expect(run.error()?.message).toBe(run.error('Library')?.message);
    expect(run.items('Edit')).toEqual([]);
  });

  it('continues on the regular output', async () => {
    const run = await engine.run(workflowWith({ onError: 'continueRegularOutput' }), {
      credentials,
      startItems: wanted('missing', 'emma'),
    });

    expect(run.finished).toBe(true);
    expect(run.items('Library').map(({ json }) => json)).toEqual([
      { error: expect.stringContaining('could not be found') },
      expect.objectContaining({ id: 'emma' }),
    ]);
  });

  it('continues on the error output', async () => {
    const run = await engine.run(workflowWith({ onError: 'continueErrorOutput' }), {
      credentials,
      startItems: wanted('missing', 'emma'),
    });

    expect(run.finished).toBe(true);
    expect(run.items('Library', 0)).toMatchObject([{ json: { id: 'emma' } }]);
    expect(run.items('Library', 1)).toMatchObject([
      { json: { wanted: 'missing', error: expect.any(String) } },
    ]);
  });

  it('retries the whole node, and the node keeps its context between tries', async () => {
    library.failures = 2;
    const run = await engine.run(
      workflowWith({ retryOnFail: true, maxTries: 3, waitBetweenTries: 1 }),
      { credentials, startItems: wanted('emma', 'ulysses') },
    );

    expect(run.finished).toBe(true);
    expect(run.items('Library').map(({ json }) => json.tries)).toEqual([3, 3]);
    expect(library.requests.map(({ path }) => path)).toEqual([
      '/books/emma',
      '/books/emma',
      '/books/emma',
      '/books/ulysses',
    ]);
  });

  it('carries binary data inside the items', async () => {
    const run = await engine.run(
      workflowWith({ parameters: { operation: 'download', book: book('emma') } }),
      { credentials },
    );
    expect(run.items('Library')[0]?.binary?.data).toMatchObject({
      data: Buffer.from('text of emma').toString('base64'),
      fileName: 'emma.txt',
      mimeType: 'text/plain',
    });
  });

  it('uses pinned data of a node in manual runs, and never in production', async () => {
    const pinned = { ...workflowWith(), pinData: { Library: [{ id: 'pinned' }] } };
    const booksFrom = async (mode: 'manual' | 'trigger') => {
      const run = await engine.run(pinned, { credentials, mode, startItems: wanted('emma') });
      return run.items('Library').map(({ json }) => json.id);
    };
    expect(await booksFrom('manual')).toEqual(['pinned']);
    expect(await booksFrom('trigger')).toEqual(['emma']);
  });

  it('starts from a polling trigger: it polls in manual runs and receives the items in production', async () => {
    const workflow: WorkflowJson = {
      nodes: [
        { name: 'New book', type: 'n8n-nodes-library.libraryTrigger' },
        { name: 'Raw', type: 'n8n-nodes-base.set', parameters: RAW },
      ],
      connections: { 'New book': { main: [[{ node: 'Raw', type: 'main', index: 0 }]] } },
    };
    const byHand = await engine.run(workflow, { credentials });
    expect(byHand.items('Raw').map(({ json }) => json)).toEqual([{ got: 'emma' }]);

    const startItems = [{ json: { book: 'dubliners' } }];
    const live = await engine.run(workflow, { credentials, mode: 'trigger', startItems });
    expect(live.items('Raw').map(({ json }) => json)).toEqual([{ got: 'dubliners' }]);
  });

  it('does not start when a required parameter is empty', async () => {
    const incomplete = engine.run(workflowWith({ parameters: { book: book(''), shelf: '' } }));
    await expect(incomplete).rejects.toThrow(/'Library' node has issues:\n- .*"Shelf" is required/);
  });

  it('names the known nodes when an unknown one is requested', async () => {
    const run = await engine.run(workflowWith(), { credentials, startItems: wanted('emma') });
    expect(() => run.items('Libary')).toThrow(/"Libary", only: Start, Library, Edit/);
  });

  it('cancels, and notifies the running node', async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 50);
    const run = await engine.run(workflowWith({ parameters: { operation: 'wait' } }), {
      credentials,
      signal: stop.signal,
    });

    expect(run).toMatchObject({ finished: false, status: 'canceled' });
    expect(run.error('Library')?.message).toBe('stopped: true');
  });

  it('does not let a request leave this machine', async () => {
    const run = await engine.run(workflowWith(), {
      credentials: { libraryApi: { baseUrl: 'http://192.0.2.1', apiKey: API_KEY } },
      startItems: wanted('emma'),
    });
    expect(run.error('Library')?.message).toMatch(/blocked|192\.0\.2\.1/i);
  });
});

describe('polling', () => {
  const trigger = { type: 'libraryTrigger', name: 'New book' };

  it('carries its state from poll to poll', async () => {
    const staticData = {};
    const poll = () => engine.poll(trigger, { credentials, staticData, mode: 'trigger' });

    expect(await poll()).toMatchObject([[{ json: { book: 'emma' } }, {}, {}]]);
    expect(await poll()).toBeNull();
    library.books.unshift('middlemarch');
    expect(await poll()).toEqual([[{ json: { book: 'middlemarch' } }]]);
    expect(staticData).toEqual({
      'node:New book': { seen: ['middlemarch', 'emma', 'persuasion', 'ulysses'] },
    });
  });

  it('fetches a test event without touching the state', async () => {
    const staticData = { 'node:New book': { seen: ['emma'] } };
    const items = await engine.poll(trigger, { credentials, staticData, mode: 'manual' });

    expect(items).toEqual([[{ json: { book: 'emma' } }]]);
    expect(staticData).toEqual({ 'node:New book': { seen: ['emma'] } });
  });

  it('rethrows the error of the node', async () => {
    const wrong = { libraryApi: { baseUrl: library.url, apiKey: 'wrong' } };
    const poll = engine.poll(trigger, { credentials: wrong, staticData: {}, mode: 'trigger' });
    await expect(poll).rejects.toMatchObject({ name: 'NodeApiError', httpCode: '401' });
    // n8n treats any 401 as an expired token and tries again.
    expect(library.requests).toHaveLength(2);
  });
});

describe('lookups of the editor', () => {
  const node = { type: 'library', parameters: { book: book('emma') } };

  it('searches a list page by page, with the defaults of the other parameters', async () => {
    const first = await engine.listSearch(node, 'searchBooks', { credentials });
    expect(first).toEqual({
      results: [
        { name: 'emma', value: 'emma' },
        { name: 'persuasion', value: 'persuasion' },
      ],
      paginationToken: '2',
    });

    const second = await engine.listSearch(node, 'searchBooks', {
      credentials,
      filter: 's',
      paginationToken: '2',
    });
    expect(second.results).toEqual([]);
    expect(library.requests.at(-1)?.path).toBe('/books?shelf=novels&filter=s&cursor=2');
  });

  it('returns the columns of a resource mapper', async () => {
    const { fields } = await engine.resourceMapperFields(node, 'columns', { credentials });
    expect(fields).toMatchObject([{ id: 'title', displayName: 'Title of emma' }]);
  });

  it('loads options', async () => {
    const options = await engine.loadOptions(node, 'shelves', { credentials });
    expect(options).toEqual([{ name: 'Novels', value: 'novels' }]);
  });
});

describe('testing a credential', () => {
  const test = (apiKey: string, baseUrl = library.url) =>
    engine.testCredential('libraryApi', { baseUrl, apiKey });

  it('accepts a valid one', async () => {
    expect(await test(API_KEY)).toEqual({ status: 'OK', message: 'Connection successful!' });
    expect(library.requests).toEqual([{ path: '/me', key: API_KEY }]);
  });

  it("returns the message of the test's rules", async () => {
    const wrong = await test('wrong');
    expect(wrong).toEqual({ status: 'Error', message: 'The library does not know this key' });
    const closed = await test('closed');
    expect(closed).toEqual({ status: 'Error', message: 'This account is closed' });
  });

  it('reports an unreachable server', async () => {
    expect(await test(API_KEY, 'http://127.0.0.1:1')).toMatchObject({ status: 'Error' });
  });
});
