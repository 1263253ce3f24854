/** Reading passes through the shared engine, as every platform does. */

import { patchPass, postPass } from '../../../../shared/api/passes';
import { createTemplateReader } from '../../../../shared/api/templateReader';
import { createContext } from '../../../../shared/operations/context';
import { Attempts } from '../../../../shared/run/attempts';
import { runMany } from '../../../../shared/run/runMany';
import { runPhases } from '../../../../shared/run/itemPhases';
import type { Operation } from '../../../../shared/operations/operation';
import { find } from '../../../../shared/operations/pass/find';
import { get } from '../../../../shared/operations/pass/get';
import { getAll } from '../../../../shared/operations/pass/getAll';
import { search } from '../../../../shared/operations/pass/search';
import { passRow, template as templateBody } from '../../../support/documented';
import { sandboxTransport } from '../../../support/sandboxTransport';
import type { RawInput } from '../../../../shared/fields';
import type { Output } from '../../../../shared/fields/output';
import type { IssueRequest } from '../../../../shared/service/requests';
import { fastClock } from '../../../support/clock';
import { failureOf } from '../../../support/failures';
import { textWith } from '../../../support/matchers';
import { scripted } from '../../../support/scriptedTransport';
import { useService } from '../../../support/service';

const service = useService();
const control = () => service.sandbox.control;
const template = () => service.sandbox.templates.loyalty;
const lists = () => service.sent().filter((request) => request === 'GET /passes').length;

const contextFor = (apiKey = service.sandbox.keys['Full access']) =>
  createContext({
    connection: { baseUrl: service.sandbox.baseUrl, apiKey },
    transport: sandboxTransport(service.sandbox, apiKey),
    clock: fastClock,
  });

/** Items that share a context, one after another. */
function createRun(apiKey?: string) {
  const context = contextFor(apiKey);
  return async (operation: Operation, input: Record<string, unknown>): Promise<Output[]> => {
    const result = await runPhases(operation, context, input);
    return [result].flat();
  };
}

/** The result of Get for each item of a run. */
async function runGet(raws: readonly RawInput[], concurrency = 1) {
  const { items } = await runMany({
    operation: get,
    context: contextFor(),
    count: raws.length,
    collectItem: (index) => ({ raw: raws[index] ?? {} }),
    concurrency,
    stopOnFailure: false,
    attempts: new Attempts(get, undefined),
  });
  return items.map(({ result }) => result);
}

type Issued = Omit<IssueRequest['passes'][number], 'templateId'> & { email?: string };

async function issue({ email, ...pass }: Issued): Promise<string> {
  const passes = [{ templateId: template(), ...pass }];
  return (await postPass(service.client(), { passes, email, sendToEmail: false }, 'never')).id;
}

const passId = (id: string | undefined) => ({ by: 'passId', passId: id, templateId: template() });

test('Find by external ID tells a template that does not exist from a person without a pass', async () => {
  const run = createRun();
  const asked = { externalId: 'M-1', templateId: template() };
  expect(await run(find, asked)).toEqual([]);
  const failure = await failureOf(run(find, { ...asked, templateId: 'gone-1' }));
  expect(failure).toMatchObject({ kind: 'notFound', field: 'templateId' });
  const key = service.sandbox.control.addKey(['passes.viewAll']);
  expect(await createRun(key)(find, asked)).toEqual([]);
});

test.each<[string, Operation, object]>([
  ['Find Pass by contact', find, { searchQuery: 'nobody@example.com' }],
  ['Find by Email or Phone', search, { searchQuery: 'nobody@example.com' }],
  ['Get Many by contact', getAll, { searchQuery: 'nobody@example.com', limit: 5 }],
  ['Get Many', getAll, { limit: 5 }],
])('%s fails for a template that does not exist', async (_, operation, input) => {
  const { control } = service.sandbox;
  control.chooseFaults(({ path }) => {
    const body = path === '/passes' ? '{"passes":[],"totalCount":0}' : '[]';
    return path.startsWith('/passes') ? { kind: 'intercepted', status: 200, body } : undefined;
  });
  const failure = await failureOf(createRun()(operation, { ...input, templateId: 'gone-1' }));
  expect(failure).toMatchObject({ kind: 'notFound', field: 'templateId' });
  const asked = { ...input, templateId: template() };
  expect(await createRun()(operation, asked)).toEqual([]);
  expect(await createRun(control.addKey(['passes.viewAll']))(operation, asked)).toEqual([]);
});

test.each<[string, (id: string, number: number) => RawInput]>([
  ['ID', (id) => passId(id)],
  [
    'external ID',
    (_id, number) => ({
      by: 'externalId',
      externalId: `M-${number}`,
      templateId: template(),
    }),
  ],
])('Get reads the field values of many passes by %s with one scan per run', async (_by, passOf) => {
  const ids = control().seedPasses(template(), 450, { externalIdPrefix: 'M-' });
  control().clearRequests();
  const raws = ids.slice(0, 40).map((id, index) => passOf(id, index + 1));
  expect(await runGet(raws, 10)).toMatchObject(
    ids.slice(0, 40).map((id) => ({ state: 'done', value: { id, isValid: true } })),
  );
  // 450 passes on pages of 200.
  expect(lists()).toBe(3);
});

test('Get returns only the links of a pass further back, unless asked for its values', async () => {
  const ids = control().seedPasses(template(), 1200);
  const run = createRun();
  const [oldest] = ids;
  control().clearRequests();
  const [links] = await run(get, passId(oldest));
  expect(links).toMatchObject({ id: oldest, installed: expect.any(Boolean) as boolean });
  expect(links).not.toHaveProperty('isValid');
  expect(lists()).toBeLessThanOrEqual(6);
  const [whole] = await run(get, { ...passId(oldest), includeFieldValues: true });
  expect(whole).toMatchObject({ id: oldest, isValid: true });
});

test('Get fails for a template that does not have the pass, once all of its passes were read', async () => {
  const id = await issue({ externalId: 'M-1' });
  const input = { ...passId(id), templateId: service.sandbox.templates.offer };
  const notThere = { kind: 'notFound', field: 'templateId' };
  const other = { ...input, passId: await issue({ externalId: 'M-2' }) };
  const missing = { state: 'failed', error: notThere };
  expect(await runGet([input, other])).toMatchObject([missing, missing]);
  expect(lists()).toBe(1);
  expect(await failureOf(createRun()(get, input))).toMatchObject({
    ...notThere,
    hint: textWith(/^In 'Template', choose the template .* or clear 'Template'\. /),
  });
  const withValues = { ...input, includeFieldValues: true };
  expect(await failureOf(createRun()(find, withValues))).toMatchObject(notThere);
});

test('Get returns the links of a pass by External ID that the list does not show yet', async () => {
  const id = await issue({ externalId: 'M-1' });
  const body = JSON.stringify({ passes: [], totalCount: 0 });
  const match = { method: 'GET', path: '^/passes$' };
  control().queueFault({ kind: 'intercepted', status: 200, body, match, count: 10 });
  const input = { externalId: 'M-1', templateId: template() };
  const [links] = await createRun()(get, input);
  expect(links).toMatchObject({ id, link: expect.any(String) as string });
  expect(links).not.toHaveProperty('status');
  const all = await failureOf(createRun()(get, { ...input, includeFieldValues: true }));
  expect(all.hint).toMatch(/\{turn off 'Find Older Passes, Too'\}/);
});

test('Get finds the values of a pass that was issued after the list was read', async () => {
  const ids = control().seedPasses(template(), 3);
  const run = createRun();
  await run(get, passId(ids[0]));
  const fresh = await issue({ externalId: 'NEW' });
  const [pass] = await run(get, { ...passId(fresh), includeFieldValues: true });
  expect(pass).toMatchObject({ externalId: 'NEW', isValid: true });
});

test('Get finds the values of a pass that an item names before it is issued', async () => {
  const seed = (externalId: string) =>
    control().seedPasses(template(), 1, { values: { externalId } });
  seed('M-1');
  let reads = 0;
  control().chooseFaults(({ path }) => {
    if (path === '/pass') reads += 1;
    if (path === '/pass' && reads === 2) seed('NEW');
    return undefined;
  });
  const input = { templateId: template(), includeFieldValues: true };
  const externalIds = ['M-1', 'NEW'];
  expect(await runGet(externalIds.map((externalId) => ({ ...input, externalId })))).toMatchObject(
    externalIds.map((externalId) => ({ state: 'done', value: { externalId, isValid: true } })),
  );
});

test('Get reads the list again after a page could not be read', async () => {
  const [oldest] = control().seedPasses(template(), 250);
  const run = createRun();
  let fails = true;
  control().chooseFaults(({ path, query }) =>
    fails && path === '/passes' && 'startAfter' in query
      ? { kind: 'unavailable', status: 500 }
      : undefined,
  );
  expect(await failureOf(run(get, passId(oldest)))).toMatchObject({ kind: 'unavailable' });
  fails = false;
  const [pass] = await run(get, passId(oldest));
  expect(pass).toMatchObject({ id: oldest, isValid: true });
});

const DOCUMENTED = ['created', 'updated', 'isValid', 'deviceCount'];
const reading = (path: string, row: object) => {
  const body = path === '/passes' ? { passes: [passRow(), row], totalCount: 2 } : [row];
  service.sandbox.control.chooseFaults((request) =>
    request.path === path
      ? { kind: 'intercepted', status: 200, body: JSON.stringify(body) }
      : undefined,
  );
  const contact = path === '/passes' ? {} : { searchQuery: 'ana@example.com' };
  return createRun()(getAll, { templateId: template(), limit: 9, ...contact });
};

test.each([
  ...[...DOCUMENTED, 'templateFields'].map((key) => [key, '/passes']),
  ...DOCUMENTED.map((key) => [key, '/passes/search']),
])('A row without %s in %s is refused, and the error names both', async (key, path) => {
  const failure = await failureOf(reading(path, passRow({ id: 'ps_2', [key]: undefined })));
  expect(failure.message).toBe(
    `The response to GET ${path} could not be read (${key} of 'ps_2': Required)`,
  );
  expect(failure.hint).toMatch(/^The service has changed, .* docs\/check-service\.md/);
});

test('A row may lack what not every pass has, and in a search its field values', async () => {
  for (const [path, row] of [
    ['/passes', passRow({ id: 'ps_2' })],
    ['/passes/search', passRow({ id: 'ps_2', templateFields: undefined })],
  ] as const) {
    const found = await reading(path, row);
    expect(found.at(-1)).toMatchObject({ id: 'ps_2', status: 'valid', templateId: template() });
  }
});

test('Find returns a pass that cannot be read, without links: else another would be issued', async () => {
  const first = await issue({ externalId: 'A', email: 'ana@example.com' });
  const second = await issue({ externalId: 'B', email: 'ana@example.com' });
  const notFound = {
    kind: 'intercepted',
    status: 404,
    body: '{"error":"Pass not found"}',
  } as const;
  control().chooseFaults(({ path, query }) =>
    path === '/pass' && query.id === second ? notFound : undefined,
  );
  const input = { templateId: template(), searchQuery: 'ana@example.com' };
  const found = await createRun()(find, input);
  expect(found).toMatchObject([
    { id: second, externalId: 'B', status: 'valid' },
    { id: first, link: expect.any(String) as string },
  ]);
  expect(found[0]).not.toHaveProperty('link');
});

test('Find refuses to include field values of a pass whose template is unknown', async () => {
  const id = await issue({ externalId: 'A' });
  const error = await failureOf(createRun()(find, { passId: id, includeFieldValues: true }));
  expect(error).toMatchObject({ kind: 'invalidInput', field: 'templateId' });
});

test.each(['stampCard', 'loyalty'] as const)(
  'Stamps are output only of a stamp card: %s',
  async (type) => {
    const templateId = service.sandbox.templates[type];
    const values = { email: 'ana@example.com' };
    const [id] = control().seedPasses(templateId, 1, { values });
    const run = createRun();
    const found = [
      ...(await run(getAll, { templateId, limit: 1 })),
      ...(await run(search, { templateId, searchQuery: values.email })),
      ...(await run(find, { templateId, searchQuery: values.email })),
      ...(await run(get, { by: 'passId', passId: id, templateId })),
    ];
    const stamps = type === 'stampCard' ? 0 : undefined;
    expect(found.map((pass) => [pass.id, pass.collectedStamps])).toEqual(
      found.map(() => [id, stamps]),
    );
    expect(found).toHaveLength(4);
  },
);

describe('Get Many on a template with three passes', () => {
  const names = async (filters: Record<string, unknown>) => {
    const found = await createRun()(getAll, { templateId: template(), limit: 100, ...filters });
    return found.map(({ externalId }) => externalId);
  };

  beforeEach(async () => {
    await issue({ externalId: 'ana', email: 'ana@example.com', templateFields: { balance: 5 } });
    await issue({ externalId: 'ben', templateFields: { balance: 50, validUntil: '2001-01-01' } });
    await issue({ externalId: 'eva', templateFields: { accountName: 'Eva Stein' } });
  });

  test('Get Many filters by the status of each pass: voided wins over expired', async () => {
    const voidedAndPast = { validUntil: '2001-01-01' };
    await issue({ externalId: 'joe', templateFields: voidedAndPast });
    for (const externalId of ['eva', 'joe']) {
      const ref = { by: 'externalId', externalId, templateId: template() } as const;
      await patchPass(service.client(), ref, { isValid: false });
    }
    const all = await createRun()(getAll, { templateId: template(), limit: 100 });
    expect(all.map(({ externalId, status }) => [externalId, status])).toEqual([
      ['joe', 'voided'],
      ['eva', 'voided'],
      ['ben', 'expired'],
      ['ana', 'valid'],
    ]);
    expect(await names({ validity: 'valid' })).toEqual(['ana']);
    expect(await names({ validity: 'expired' })).toEqual(['ben']);
    expect(await names({ validity: 'expired', limit: 1 })).toEqual(['ben']);
    expect(await names({ validity: 'voided' })).toEqual(['joe', 'eva']);
  });

  test('Get Many filters by a field value, named by label or ID', async () => {
    expect(await names({ fieldName: 'balance', fieldValue: '50' })).toEqual(['ben']);
    expect(await names({ fieldName: 'Member', fieldValue: 'eva stein' })).toEqual(['eva']);
    expect(await names({ fieldName: 'balance', fieldValue: '5' })).toEqual(['ana']);
  });

  test('Get Many refuses an unknown field, and a field without a value', async () => {
    const refused = async (filters: object) => (await failureOf(names({ ...filters }))).field;
    expect(await refused({ fieldName: 'balanse', fieldValue: '5' })).toBe('fieldName');
    expect(await refused({ fieldName: 'balance' })).toBe('fieldValue');
    expect(await refused({ fieldValue: '5' })).toBe('fieldName');
  });

  test('Get Many filters by a field of the design if the service lists such fields', async () => {
    const row = (id: string, customFields: object) => passRow({ id, customFields });
    const { name, type, pass } = await createTemplateReader(service.client()).get(template());
    const { transport } = scripted(({ url }) => ({
      body: url.includes('/templates/')
        ? templateBody({ id: template(), name, type, pass })
        : { passes: [row('p1', { favoriteDrink: 'Tea' })], totalCount: 1 },
    }));
    const context = createContext({
      connection: { baseUrl: 'https://x.example', apiKey: 'svc_sk_1' },
      transport,
      clock: fastClock,
    });
    const find = async (fieldName: string, fieldValue: string) => {
      const input = { templateId: template(), limit: 10, fieldName, fieldValue };
      const found = await runPhases(getAll, context, input);
      return [found].flat().map(({ id }) => id);
    };
    expect(await find('Favorite drink', 'tea')).toEqual(['p1']);
    expect(await find('Home shop', 'Quay 4')).toEqual([]);
  });

  test('Get Many filters by the time of issue and of the last change', async () => {
    const now = Date.now();
    const iso = (ms: number) => new Date(now + ms).toISOString();
    expect(await names({ issuedAfter: iso(-60_000) })).toEqual(['eva', 'ben', 'ana']);
    expect(await names({ issuedAfter: iso(60_000) })).toEqual([]);
    expect(await names({ issuedBefore: iso(-60_000) })).toEqual([]);
    expect(await names({ issuedBefore: iso(60_000), limit: 2 })).toEqual(['eva', 'ben']);
    expect(await names({ updatedSince: iso(-60_000) })).toEqual(['eva', 'ben', 'ana']);
    expect(await names({ updatedSince: iso(60_000) })).toEqual([]);
    const [eva] = await createRun()(getAll, { templateId: template(), limit: 1 });
    expect(await names({ updatedSince: eva?.updated })).toContain('eva');
  });

  test('Get Many reads no older passes than Issued After needs', async () => {
    control().seedPasses(template(), 900);
    control().clearRequests();
    const since = new Date(Date.now() + 60_000).toISOString();
    expect(await names({ issuedAfter: since })).toEqual([]);
    expect(lists()).toBe(1);
  });
});
