/** Reading passes through the shared engine, as every platform does. */

import { createContext } from '../../../../shared/operations/context';
import { runPhases } from '../../../../shared/run/itemPhases';
import type { Operation } from '../../../../shared/operations/operation';
import { find } from '../../../../shared/operations/pass/find';
import { get } from '../../../../shared/operations/pass/get';
import { getAll } from '../../../../shared/operations/pass/getAll';
import { search } from '../../../../shared/operations/pass/search';
import { passRow } from '../../../support/documented';
import { useCore } from '../../../support/core';
import { sandboxTransport } from '../../../support/sandboxTransport';
import type { RawInput } from '../../../../shared/fields';
import type { Output } from '../../../../shared/fields/output';
import { fastClock } from '../../../support/clock';
import { failureOf } from '../../../support/failures';
import { someText, textWith } from '../../../support/matchers';

const core = useCore({ checks: true });
const control = () => core.sandbox.control;
const template = () => core.sandbox.templates.loyalty;
const lists = () => core.sent().filter((request) => request === 'GET /passes').length;

/** Items that share a context, one after another, none of which is known before its turn. */
function createRun() {
  const { baseUrl, keys } = core.sandbox;
  const context = createContext({
    connection: { baseUrl, apiKey: keys['Full access'] },
    transport: sandboxTransport(core.sandbox),
    clock: fastClock,
  });
  return async (input: RawInput) => (await runPhases(get, context, input)) as Output;
}
const NOT_FOUND = { kind: 'notFound', field: 'templateId' };

const passId = (id: string | undefined) => ({ by: 'passId', passId: id, templateId: template() });

test.each<[string, Operation, object]>([
  ['Find Pass by external ID', find, { externalId: 'M-1' }],
  ['Find Pass by contact', find, { searchQuery: 'nobody@example.com' }],
  ['Find by Email or Phone', search, { searchQuery: 'nobody@example.com' }],
  ['Get Many by contact', getAll, { searchQuery: 'nobody@example.com', limit: 5 }],
  ['Get Many', getAll, { limit: 5 }],
])('%s fails for a template that does not exist', async (_, operation, input) => {
  control().chooseFaults(({ path }) => {
    const body = path === '/passes' ? '{"passes":[],"totalCount":0}' : '[]';
    return path.startsWith('/passes') ? { kind: 'intercepted', status: 200, body } : undefined;
  });
  const missing = await core.run(operation, { ...input, templateId: 'gone-1' });
  expect(missing.error).toMatchObject(NOT_FOUND);
  const asked = { ...input, templateId: template() };
  for (const key of [undefined, control().addKey(['passes.viewAll'])]) {
    const { out, error } = await core.run(operation, asked, { key });
    expect([out, error]).toEqual([[], undefined]);
  }
});

test.each<[string, (id: string, number: number) => RawInput]>([
  ['ID', (id) => passId(id)],
  ['external ID', (_id, number) => ({ externalId: `M-${number}`, templateId: template() })],
])('Get reads the field values of many passes by %s with one scan per run', async (_by, passOf) => {
  const ids = control().seedPasses(template(), 450, { externalIdPrefix: 'M-' }).slice(0, 40);
  const items = ids.map((id, index) => passOf(id, index + 1));
  const { out } = await core.run(get, items);
  expect(out).toMatchObject(ids.map((id) => ({ id, isValid: true })));
  // 450 passes on pages of 200.
  expect(lists()).toBe(3);
});

test('Get returns only the links of a pass further back, unless asked for its values', async () => {
  const [oldest] = control().seedPasses(template(), 1200);
  const run = createRun();
  const links = await run(passId(oldest));
  expect(links).toMatchObject({ id: oldest, installed: expect.any(Boolean) as boolean });
  expect(links).not.toHaveProperty('isValid');
  expect(lists()).toBeLessThanOrEqual(6);
  const whole = await run({ ...passId(oldest), includeFieldValues: true });
  expect(whole).toMatchObject({ id: oldest, isValid: true });
});

test('Get fails if the template does not have the pass, once all of its passes were read', async () => {
  const templateId = core.sandbox.templates.offer;
  const items = [1, 2].map(() => ({ passId: core.seedPass(), templateId }));
  const { errors } = await core.run(get, items, { continueOnFail: true, concurrency: 1 });
  const fix = textWith(/^In 'Template', choose the template .* or clear 'Template'\. /);
  expect(errors).toMatchObject(items.map(() => ({ ...NOT_FOUND, fix })));
  expect(lists()).toBe(1);
  const found = await core.run(find, { ...items[0], includeFieldValues: true });
  expect(found.error).toMatchObject(NOT_FOUND);
});

test('Get returns the links of a pass by external ID that the list does not show yet', async () => {
  const id = core.seedPass({ externalId: 'M-1' });
  const body = JSON.stringify({ passes: [], totalCount: 0 });
  core.intercept(({ path }) => path === '/passes', { kind: 'intercepted', status: 200, body });
  const input = { externalId: 'M-1', templateId: template() };
  const { out } = await core.run(get, input);
  expect(out).toMatchObject([{ id, link: someText }]);
  expect(out[0]).not.toHaveProperty('status');
  const { error } = await core.run(get, { ...input, includeFieldValues: true });
  expect(error?.fix).toMatch(/\{turn off 'Find Older Passes, Too'\}/);
});

test('Get finds the values of a pass that was issued after the list was read', async () => {
  const run = createRun();
  await run(passId(core.seedPass()));
  const fresh = core.seedPass({ externalId: 'NEW' });
  const pass = await run({ ...passId(fresh), includeFieldValues: true });
  expect(pass).toMatchObject({ externalId: 'NEW', isValid: true });
});

test('Get finds the values of a pass that an item names before it is issued', async () => {
  core.seedPass({ externalId: 'M-1' });
  let reads = 0;
  control().chooseFaults(({ path }) => {
    if (path === '/pass') reads += 1;
    if (path === '/pass' && reads === 2) core.seedPass({ externalId: 'NEW' });
    return undefined;
  });
  const input = { templateId: template(), includeFieldValues: true };
  const items = ['M-1', 'NEW'].map((externalId) => ({ ...input, externalId }));
  const { out } = await core.run(get, items, { concurrency: 1 });
  expect(out).toMatchObject(items.map(({ externalId }) => ({ externalId, isValid: true })));
});

test('Get reads the list again after a page could not be read', async () => {
  const [oldest] = control().seedPasses(template(), 250);
  const run = createRun();
  const lost = { kind: 'unavailable', status: 500 } as const;
  core.intercept(({ path, query }) => path === '/passes' && 'startAfter' in query, lost);
  expect(await failureOf(run(passId(oldest)))).toMatchObject({ kind: 'unavailable' });
  control().clearFaults();
  const pass = await run(passId(oldest));
  expect(pass).toMatchObject({ id: oldest, isValid: true });
});

const DOCUMENTED = ['created', 'updated', 'isValid', 'deviceCount'];
const reading = (path: string, row: object) => {
  const rows = path === '/passes' ? { passes: [passRow(), row], totalCount: 2 } : [row];
  const body = JSON.stringify(rows);
  core.intercept((request) => request.path === path, { kind: 'intercepted', status: 200, body });
  const contact = path === '/passes' ? {} : { searchQuery: 'ana@example.com' };
  return core.run(getAll, { templateId: template(), limit: 9, ...contact });
};

test.each([
  ...[...DOCUMENTED, 'templateFields'].map((key) => [key, '/passes']),
  ...DOCUMENTED.map((key) => [key, '/passes/search']),
])('A row without %s in %s is refused, and the error names both', async (key, path) => {
  const { error } = await reading(path, passRow({ id: 'ps_2', [key]: undefined }));
  const message = `The response to GET ${path} could not be read (${key} of 'ps_2': Required)`;
  expect(error?.message).toBe(message);
  expect(error?.fix).toMatch(/^The service has changed, .* docs\/check-service\.md/);
});

test('A row may lack what not every pass has, and in a search its field values', async () => {
  for (const [path, row] of [
    ['/passes', passRow({ id: 'ps_2' })],
    ['/passes/search', passRow({ id: 'ps_2', templateFields: undefined })],
  ] as const) {
    const { out } = await reading(path, row);
    expect(out.at(-1)).toMatchObject({ id: 'ps_2', status: 'valid', templateId: template() });
  }
});

test('Find returns a pass that cannot be read, without links: else another would be issued', async () => {
  const first = core.seedPass({ externalId: 'A', email: 'ana@example.com' });
  const second = core.seedPass({ externalId: 'B', email: 'ana@example.com' });
  const missing = { kind: 'intercepted', status: 404, body: '{"error":"Pass not found"}' } as const;
  core.intercept(({ path, query }) => path === '/pass' && query.id === second, missing);
  const input = { templateId: template(), searchQuery: 'ana@example.com' };
  const { out } = await core.run(find, input);
  expect(out).toMatchObject([
    { id: second, externalId: 'B', status: 'valid' },
    { id: first, link: someText },
  ]);
  expect(out[0]).not.toHaveProperty('link');
});

test('Find refuses to include field values of a pass whose template is unknown', async () => {
  const input = { passId: core.seedPass(), includeFieldValues: true };
  const { error } = await core.run(find, input);
  expect(error).toMatchObject({ kind: 'invalidInput', field: 'templateId' });
});

test('Stamps are output only of a stamp card', async () => {
  const email = 'ana@example.com';
  for (const [type, collectedStamps] of [
    ['stampCard', 0],
    ['loyalty', undefined],
  ] as const) {
    const templateId = core.sandbox.templates[type];
    const id = core.seedPass({ email }, templateId);
    for (const [operation, input] of [
      [getAll, { limit: 1 }],
      [search, { searchQuery: email }],
      [find, { searchQuery: email }],
      [get, { passId: id }],
    ] as const) {
      const { out } = await core.run(operation, { templateId, ...input });
      expect(out.map((pass) => [pass.id, pass.collectedStamps])).toEqual([[id, collectedStamps]]);
    }
  }
});

describe('Get Many on a template with three passes', () => {
  const list = (filters: object = {}) =>
    core.run(getAll, { templateId: template(), limit: 100, ...filters });
  const names = async (filters: object) =>
    (await list(filters)).out.map(({ externalId }) => externalId);
  const ENDED = { validUntil: '2001-01-01' };

  beforeEach(() => {
    core.seedPass({ externalId: 'ana', templateFields: { balance: 5 } });
    core.seedPass({ externalId: 'ben', templateFields: { balance: 50, ...ENDED } });
    core.seedPass({ externalId: 'eva', templateFields: { accountName: 'Eva Stein' } });
  });

  test('Get Many filters by the status of each pass: voided wins over expired', async () => {
    core.seedPass({ externalId: 'joe', isValid: false });
    core.seedPass({ externalId: 'max', isValid: false, templateFields: ENDED });
    const { out } = await list();
    const statuses = ['voided', 'voided', 'valid', 'expired', 'valid'];
    expect(out.map(({ status }) => status)).toEqual(statuses);
    expect(await names({ validity: 'valid' })).toEqual(['eva', 'ana']);
    expect(await names({ validity: 'expired' })).toEqual(['ben']);
    expect(await names({ validity: 'expired', limit: 1 })).toEqual(['ben']);
    expect(await names({ validity: 'voided' })).toEqual(['max', 'joe']);
  });

  test('Get Many filters by a field value, named by label or ID', async () => {
    expect(await names({ fieldName: 'balance', fieldValue: '50' })).toEqual(['ben']);
    expect(await names({ fieldName: 'Member', fieldValue: 'eva stein' })).toEqual(['eva']);
    expect(await names({ fieldName: 'balance', fieldValue: '5' })).toEqual(['ana']);
  });

  test('Get Many refuses an unknown field, and a field without a value', async () => {
    const refused = async (filters: object) => (await list(filters)).error?.field;
    expect(await refused({ fieldName: 'balanse', fieldValue: '5' })).toBe('fieldName');
    expect(await refused({ fieldName: 'balance' })).toBe('fieldValue');
    expect(await refused({ fieldValue: '5' })).toBe('fieldName');
  });

  test('Get Many filters by a field of the design if the service lists such fields', async () => {
    const row = passRow({ externalId: 'joe', customFields: { favoriteDrink: 'Tea' } });
    const body = JSON.stringify({ passes: [row], totalCount: 1 });
    core.intercept(({ path }) => path === '/passes', { kind: 'intercepted', status: 200, body });
    expect(await names({ fieldName: 'Favorite drink', fieldValue: 'tea' })).toEqual(['joe']);
    expect(await names({ fieldName: 'Home shop', fieldValue: 'Quay 4' })).toEqual([]);
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
    const [eva] = (await list({ limit: 1 })).out;
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
