import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { IDataObject } from 'n8n-workflow';

import { Credentials, ExecuteContext } from '../engines/n8n/core';
import { picture } from '../sandbox/images';
import { ORDERED_ITEMS } from '../support/long';
import { textWith } from '../support/matchers';
import { NODE, binaryFile, byId, mapped, passById, useN8n, workflow } from '../support/n8n';

// Real waits and a thousand requests, possibly on a busy machine.
jest.setTimeout(30_000);

const n8n = useN8n();
const templates = () => n8n.sandbox.templates;
const control = () => n8n.sandbox.control;

/** Issues a pass per item; `email` is a column of the items. */
const issue = (items: IDataObject[], node = {}, options: IDataObject = {}) =>
  n8n.pass(
    'create',
    {
      templateId: byId(templates().loyalty),
      externalId: '={{ $json.number }}',
      email: '={{ $json.email }}',
      options: { ifExists: 'issueAnother', ...options },
    },
    { items, node },
  );

const good = (number: string) => ({ number, email: `${number}@example.com` });
const bad = { number: 'x', email: 'nobody', note: 'kept' };

test('A failed item on the regular output keeps its place, and has field, kind and index', async () => {
  const { out, run } = await issue([good('a'), bad, good('b')], {
    onError: 'continueRegularOutput',
  });
  expect(out).toMatchObject([
    { externalId: 'a', outcome: 'created' },
    {
      outcome: 'failed',
      externalId: 'x',
      error: "'Email' is not an email address: 'nobody' [item 1 (row 2)]",
      details: { item: 1, kind: 'invalidInput', field: 'email' },
      fix: textWith('name@example.com'),
    },
    { externalId: 'b', outcome: 'created' },
  ]);
  // The editor shows columns in this order.
  expect(Object.keys(out[1] ?? {})).toEqual(['error', 'fix', 'externalId', 'outcome', 'details']);
  expect(run.items(NODE).map(({ pairedItem }) => pairedItem)).toEqual([
    { item: 0 },
    { item: 1 },
    { item: 2 },
  ]);
  expect(run.status).toBe('success');
});

test('A failed item on the error output has its input, and status and code of the service', async () => {
  control().setAccount({ passQuota: 1 });
  const { out, failed } = await issue(
    [good('a'), bad, good('b')],
    { onError: 'continueErrorOutput' },
    { maxParallelRequests: 1 },
  );
  expect(out).toMatchObject([{ externalId: 'a' }]);
  expect(failed).toMatchObject([
    {
      ...bad,
      outcome: 'failed',
      externalId: 'x',
      error: textWith('[item 1 (row 2)]'),
      details: { item: 1, kind: 'invalidInput' },
    },
    {
      ...good('b'),
      outcome: 'failed',
      error: textWith('[item 2 (row 3)]'),
      details: { item: 2, kind: 'planLimit', httpCode: 402, code: 'upgrade_required' },
    },
  ]);
});

test("An expression that can't be resolved fails only its item", async () => {
  const parameters = {
    templateId: byId(templates().loyalty),
    email: "={{ $json.bad ? $('Nowhere').item.json.a : 'ana@example.com' }}",
  };
  const items = [{}, { bad: true }, {}];
  const node = { onError: 'continueRegularOutput' };
  const { out } = await n8n.pass('create', parameters, { items, node });
  expect(out.map(({ outcome }) => outcome)).toEqual(['created', 'failed', 'created']);
  expect(out[1]).toMatchObject({ error: textWith('[item 1 (row 2)]'), details: { item: 1 } });

  control().reset();
  const stopped = await n8n.pass('create', parameters, { items });
  expect(stopped.error?.context).toMatchObject({ itemIndex: 1 });
  expect(stopped.sent).toEqual([]);
});

const BROKEN = "={{ $json.bad ? $('Nowhere').item.json.a : $json.value }}";
const problem = (label: string) =>
  `'${label}' has an expression that can't be resolved: Referenced node doesn't exist`;
const fix = (label: string) =>
  `Open the node and check the expression in '${label}' for this item.`;
/** Runs an operation with {@link BROKEN} in its parameters, for an item that fails and one that does not. */
const runBroken = (operation: string, parameters: object) =>
  n8n.pass(operation, parameters, {
    items: [{ bad: true, value: null }, { value: null }],
    node: { onError: 'continueRegularOutput' },
  });
const issueBroken = (parameters: object) =>
  runBroken('create', { templateId: byId(templates().loyalty), ...parameters });

test.each([
  ['an option', { options: { locale: BROKEN, redemptionValue: 'x' } }, 'Language'],
  ['a field', mapped({ accountName: BROKEN, balance: 5 }), 'Field Values: accountName'],
  [
    'a field with its label',
    {
      fieldValues: {
        mappingMode: 'defineBelow',
        value: { accountName: BROKEN },
        schema: [{ id: 'accountName', displayName: 'Name' }],
      },
    },
    'Field Values: Name',
  ],
  [
    'one of more fields',
    { options: { moreFieldValues: { field: [{ id: 'balance', value: BROKEN }] } } },
    'More Field Values: balance',
  ],
  ['the columns of an ID', { options: { externalIdColumns: BROKEN } }, 'Generate External ID From'],
  ['a setting of the output', { simplify: BROKEN }, 'Simplify'],
])("An expression that can't be resolved is named: %s", async (_, parameters, label) => {
  const { out } = await issueBroken(parameters);
  expect(out).toMatchObject([
    { error: `${problem(label)} [item 0 (row 1)]`, fix: fix(label) },
    { outcome: 'created' },
  ]);
});

test("A limit of the run that can't be resolved for an item fails every item", async () => {
  const { out } = await issueBroken({ options: { maxParallelRequests: BROKEN } });
  const text = problem('Max Parallel Requests');
  expect(out).toMatchObject([
    { error: `${text} [item 0 (row 1)]` },
    { error: `${text} [item 1 (row 2)]` },
  ]);
});

test("Expressions of a list that can't be resolved are named with the number of their entry", async () => {
  const entry = (value: object) => ({
    externalId: 'M-1',
    templateId: templates().loyalty,
    ...value,
  });
  const { out } = await runBroken('createGroup', {
    passes: {
      entry: [
        entry({ options: { redemptionValue: BROKEN } }),
        entry({ externalId: BROKEN, fieldValues: { field: [{ id: 'balance', value: BROKEN }] } }),
      ],
    },
  });
  expect(out[0]?.error).toBe(
    [
      `Pass 1: ${problem('Barcode Value')}`,
      `Pass 2: ${problem('External ID')}`,
      `Pass 2: ${problem('Field Values: balance')} [item 0 (row 1)]`,
    ].join('; '),
  );
});

test('A run sends nothing if an item is invalid', async () => {
  const { error, sent } = await issue([good('a'), good('b'), bad]);
  expect(sent).toEqual([]);
  const context = { itemIndex: 2, kind: 'invalidInput', field: 'email' };
  expect(error).toMatchObject({ name: 'NodeOperationError', context });
});

test('A run that the service refuses midway reports which items succeeded and which did not run', async () => {
  control().setAccount({ passQuota: 3 });
  const items = Array.from({ length: 8 }, (_, i) => good(`n${i}`));
  const { error, out } = await issue(items, {}, { maxParallelRequests: 1 });
  expect(out).toEqual([]);
  expect(error).toMatchObject({ name: 'NodeApiError', httpCode: '402' });
  expect(error?.description).toContain(
    'Succeeded: items 0-2 (rows 1-3). Failed: item 3 (row 4). Not run: items 4-7 (rows 5-8).',
  );
  expect(error?.context?.report).toEqual({
    done: control()
      .passes(templates().loyalty)
      .reverse()
      .map(({ id }, item) => ({ item, id, externalId: `n${item}`, outcome: 'created' })),
    failed: [3],
    unknown: [],
    notStarted: [4, 5, 6, 7],
    listResults: [],
    notes: [],
    reasons: [{ items: [3], message: expect.any(String), fix: expect.any(String) }],
  });
});

test('The report of a run is also added to an error that n8n itself throws', async () => {
  const image = binaryFile(await picture('png'));
  const run = await n8n.engine.run(
    workflow({ parameters: { resource: 'file', operation: 'upload' } }),
    {
      credentials: n8n.credentials(),
      startItems: [image, { ...image, id: 'nowhere:1' }].map((data) => ({
        json: {},
        binary: { data },
      })),
    },
  );
  expect(run.error(NODE)?.description).toBe(
    'Succeeded: none. Failed: item 1 (row 2). Not run: item 0 (row 1).',
  );
});

const withEmail = (...emails: string[]) =>
  issue(emails.map((email, i) => ({ number: `n${i}`, email })));
const EMAIL_FIX = 'Enter a single email address, e.g. name@example.com.';

test('The error of a run has a line for each reason, with the items that share it', async () => {
  const { error } = await withEmail('nobody', 'a@x.de', 'no one', 'no one');
  expect(error?.message).toBe("'Email' is not an email address: 'nobody' [item 0 (row 1)]");
  expect(error?.description?.split('<br>')).toEqual([
    `${EMAIL_FIX} Succeeded: none. Failed: items 0, 2-3 (rows 1, 3-4). Not run: item 1 (row 2).`,
    "Item 0 (row 1): 'Email' is not an email address: 'nobody'.",
    "Items 2-3 (rows 3-4): 'Email' is not an email address: 'no one'.",
  ]);
});

test('The error of a run gives each problem of an item its own fix', async () => {
  const stamps = { collectedStamps: '={{ $json.stamps }}' };
  const twofold = { number: 'a', email: 'nobody', stamps: 51 };
  const problems = [
    `'Email' is not an email address: 'nobody'. ${EMAIL_FIX}`,
    "'Collected Stamps' must be a whole number from 0 to 50, not '51'. Correct the value, e.g. 12.",
  ];
  const one = await issue([twofold], {}, stamps);
  expect(one.error?.description?.split('<br>')).toEqual(problems);
  const two = await issue([twofold, { number: 'b', email: 'no one' }], {}, stamps);
  expect(two.error?.description?.split('<br>')).toEqual([
    'Succeeded: none. Failed: items 0-1 (rows 1-2). Not run: none.',
    `Item 0 (row 1): ${problems.join(' ')}`,
    `Item 1 (row 2): 'Email' is not an email address: 'no one'. ${EMAIL_FIX}`,
  ]);
  const { out } = await issue([twofold], { onError: 'continueRegularOutput' }, stamps);
  expect(out).toMatchObject([{ fix: problems.join(' ') }]);
});

test('The error of a run shows values as written, not as HTML', async () => {
  const { error } = await withEmail('<b>&', 'nobody');
  expect(error?.message).toContain("'<b>&'");
  expect(error?.description).toContain(
    "Item 0 (row 1): 'Email' is not an email address: '&lt;b&gt;&amp;'.",
  );
});

const onward = ['continueRegularOutput', 'continueErrorOutput'];

test.each(onward)('With %s, an unusable base URL fails every item', async (onError) => {
  const { run } = await n8n.pass(
    'create',
    { templateId: byId(templates().loyalty), externalId: '={{ $json.number }}' },
    { items: [good('a'), good('b')], node: { onError }, baseUrl: 'http://example.com' },
  );
  const items = onError === 'continueErrorOutput' ? run.items(NODE, 1) : run.items(NODE);
  expect(items.map(({ json }) => json)).toMatchObject([
    { error: textWith("'Base URL' must be a URL"), details: { item: 0 } },
    { error: textWith("'Base URL' must be a URL"), details: { item: 1 } },
  ]);
  if (onError === 'continueErrorOutput') expect(run.items(NODE)).toEqual([]);
});

test('The error of an unusable base URL comes with its fix', async () => {
  const { error } = await n8n.pass(
    'create',
    { templateId: byId(templates().loyalty) },
    { baseUrl: 'api.example.com' },
  );
  expect(error).toMatchObject({
    name: 'NodeOperationError',
    description: textWith("in 'Base URL' of the credential"),
  });
});

test('Many items come out in order and paired, by default 32 at a time', async () => {
  const items = Array.from({ length: ORDERED_ITEMS }, (_, i) => ({ number: `n${i}`, email: '' }));
  control().setLatency(1);
  const { out, run } = await issue(items);
  expect(out.map(({ externalId }) => externalId)).toEqual(items.map(({ number }) => number));
  expect(
    run.items(NODE).every(({ pairedItem }, item) => (pairedItem as { item: number }).item === item),
  ).toBe(true);
  expect(control().inFlightMax()).toBeLessThanOrEqual(32);
  expect(control().passes(templates().loyalty)).toHaveLength(ORDERED_ITEMS);
});

test.each([
  [1, 1],
  [4, 4],
  [50, 50],
  [null, 32],
])('A Max Parallel Requests of %p sends %i items at once', async (given, width) => {
  // Long enough for all of them to be sent before the first response.
  control().setLatency(10 + 3 * width);
  await issue(
    Array.from({ length: width + 5 }, (_, i) => ({ number: `n${i}`, email: '' })),
    {},
    { maxParallelRequests: `={{ ${JSON.stringify(given)} }}` },
  );
  expect(control().inFlightMax()).toBe(width);
});

test.each([0, 7.9, 500, 'many'])('A Max Parallel Requests of %p is refused', async (given) => {
  const limit = { maxParallelRequests: `={{ ${JSON.stringify(given)} }}` };
  const { error, sent } = await issue([good('a'), good('b')], {}, limit);
  expect(error?.message).toContain("'Max Parallel Requests' must be a whole number from 1 to 50");
  expect(sent).toEqual([]);
});

test('An item waits no longer than Max Wait, and the items after it are not sent', async () => {
  control().queueFault({ kind: 'rateLimited', retryAfter: 'seconds', seconds: 3600 });
  const { error, sent } = await issue(
    [good('a'), good('b'), good('c')],
    {},
    { maxWaitMinutes: 1, maxParallelRequests: 1, ifExists: 'issueAnother' },
  );
  expect(error?.message).toContain('The service asked to wait 1 hour; the limit is 1 minute');
  expect(error?.context).toMatchObject({ kind: 'rateLimited', retryAfterMs: 3_600_000 });
  expect(error?.description).toContain("'Max Wait (Minutes)'");
  expect(sent).toEqual(['POST /pass']);
});

test.each(['continueRegularOutput', 'stopWorkflow'])(
  'All inputs are read before anything is sent, with %s',
  async (onError) => {
    const sentAt: number[] = [];
    const off = control().onRequest(() => sentAt.push(Date.now()));
    control().setLatency(5);
    const { out } = await n8n.pass(
      'create',
      {
        templateId: byId(templates().loyalty),
        externalId: '={{ $now.toMillis() }}-{{ $itemIndex }}',
        options: { maxParallelRequests: 1, ifExists: 'issueAnother' },
      },
      { items: Array.from({ length: 20 }, () => ({})), node: { onError } },
    );
    off();
    const readAt = out.map(({ externalId }) => parseInt(externalId as string, 10));
    expect(readAt).toHaveLength(20);
    const [firstSentAt = NaN] = sentAt;
    expect(Math.max(...readAt)).toBeLessThanOrEqual(firstSentAt);
  },
);

test('The credential is decrypted only once for many items', async () => {
  const decrypt = jest.spyOn(Credentials.prototype, 'getData');
  await issue(Array.from({ length: 20 }, (_, i) => good(`n${i}`)));
  expect(decrypt).toHaveBeenCalledTimes(1);
  decrypt.mockRestore();
});

const KEY = 'svc_sk_theKeyOfThisTest';

test.each([
  [400, { 'content-type': 'application/json' }],
  [302, { location: 'http://127.0.0.1:9/?stolen' }],
  [307, { location: '/elsewhere' }],
  [500, {}],
  [200, { 'service-version': 'other', 'content-type': 'text/html' }],
])('A key that the service echoes with status %i is not shown', async (status, headers) => {
  const paths: string[] = [];
  const echo = createServer((request, response) => {
    paths.push(request.url ?? '');
    const body = JSON.stringify({
      error: `headers: ${JSON.stringify(request.headers)}`,
      code: KEY,
    });
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(echo.address() as AddressInfo).port}`;
  for (const onError of ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput']) {
    const { run } = await n8n.pass('void', passById('p1'), {
      key: KEY,
      baseUrl,
      node: { onError },
    });
    expect(JSON.stringify(run.data)).not.toContain('theKeyOfThisTest');
    expect(JSON.stringify(run.data)).toMatch(/"error":/);
  }
  expect(paths).toEqual(['/pass', '/pass', '/pass']);
  echo.closeAllConnections();
  echo.close();
});

test("A key with a character that can't be sent is refused, and the error names the character", async () => {
  const { error, run, sent } = await n8n.pass(
    'create',
    { templateId: byId(templates().loyalty) },
    { key: 'svc_sk_a\u2013b\nc' },
  );
  expect(error?.message).toBe(
    "'API Key' contains the character \u2013 (U+2013) at position 9, which can't be sent",
  );
  expect(error?.description).toMatch(/ 'API Key' of the credential\.$/);
  expect(JSON.stringify(run.data.resultData.error ?? {})).not.toContain('svc_sk_a');
  expect(sent).toEqual([]);
});

test('Only parameters with expressions are read for every item', async () => {
  const reads = jest.spyOn(
    ExecuteContext.prototype as unknown as { _getNodeParameter(): unknown },
    '_getNodeParameter',
  );
  const readsFor = async (count: number) => {
    reads.mockClear();
    await issue(Array.from({ length: count }, (_, i) => good(`n${i}`)));
    return reads.mock.calls.length;
  };
  const [few, many] = [await readsFor(10), await readsFor(30)];
  reads.mockRestore();
  // 'External ID' and 'Email'.
  expect(many - few).toBe(2 * 20);
});
