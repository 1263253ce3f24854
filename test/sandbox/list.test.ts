import { parse } from 'csv-parse/sync';
import fc from 'fast-check';

import { DAY, T0, useSandbox } from './harness';

interface Item {
  id: string;
  created: number;
  deviceCount: number;
}
interface Page {
  passes: Item[];
  totalCount: number;
}

const h = useSandbox();
const template = () => h.sandbox.templates.generic;
const list = (query = '') => h.call<Page>('GET', `/passes?templateId=${template()}${query}`);
const seed = (count: number, options = {}) =>
  h.sandbox.control.seedPasses(template(), count, options);

describe('listing passes', () => {
  test('items contain the documented keys without absent values', async () => {
    const id = await h.issue({
      templateId: template(),
      externalId: 'E',
      email: 'a@example.com',
      templateFields: { memberName: 'Ada' },
    });
    await h.issue({ templateId: template() });
    const { body } = await list();
    expect(body.passes[1]).toEqual({
      id,
      templateId: template(),
      externalId: 'E',
      email: 'a@example.com',
      templateFields: { memberName: 'Ada' },
      collectedStamps: 0,
      isValid: true,
      deviceCount: 0,
      created: T0,
      updated: T0,
    });
    expect(body.passes[0]).not.toHaveProperty('externalId');
  });

  test('without a limit, returns every pass, newest first', async () => {
    const ids = seed(250);
    const { body } = await list();
    expect(body.passes.map(({ id }) => id)).toEqual(ids.reverse());
    expect(body.totalCount).toBe(250);
  });

  test('startAfter is exclusive: passes of the same millisecond as the page edge are not repeated', async () => {
    seed(10, { perInstant: 3 });
    const first = (await list('&limit=4')).body.passes;
    const edge = first.at(-1)?.created ?? 0;
    const next = (await list(`&limit=4&startAfter=${edge}`)).body.passes;
    expect(next.every(({ created }) => created < edge)).toBe(true);
    expect(first.length + next.length).toBeLessThan(10);
  });

  test('a page has the first passes created before startAfter, up to limit, for any ties', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 40 }),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: -1, max: 14 }),
        async (instants, limit, after) => {
          h.sandbox.control.reset();
          seed(instants.length, { each: (i: number) => ({ created: T0 + (instants[i] ?? 0) }) });
          const { body } = await list(`&limit=${limit}&startAfter=${T0 + after}`);
          const expected = instants
            .filter((instant) => instant < after)
            .sort((a, b) => b - a)
            .slice(0, limit);
          expect(body.passes.map(({ created }) => created - T0)).toEqual(expected);
          expect(body.totalCount).toBe(instants.length);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('status filters after paging; totalCount counts every pass', async () => {
    seed(10, { installedShare: 0.5 });
    const installed = (await list('&status=installed')).body;
    expect(installed.passes).toHaveLength(5);
    expect(installed.passes.every(({ deviceCount }) => deviceCount > 0)).toBe(true);
    expect(installed.totalCount).toBe(10);
    expect((await list('&status=not_installed&limit=4')).body.passes).toHaveLength(2);
    expect((await list('&status=all')).body.passes).toHaveLength(10);
  });

  test('a pass removed from every phone counts as not installed', async () => {
    const [id = ''] = seed(1);
    h.sandbox.control.phoneAdded(id, 'a');
    h.sandbox.control.phoneAdded(id, 'b');
    expect((await list()).body.passes[0]?.deviceCount).toBe(2);
    h.sandbox.control.phoneRemoved(id, 'a');
    h.sandbox.control.phoneRemoved(id, 'b');
    expect((await list('&status=not_installed')).body.passes[0]?.deviceCount).toBe(0);
  });

  test('a clock set back still lists by `created`', async () => {
    const late = await h.issue({ templateId: template() });
    h.sandbox.control.setClock(T0 - DAY);
    const early = await h.issue({ templateId: template() });
    expect((await list()).body.passes.map(({ id }) => id)).toEqual([late, early]);
  });

  test.each(['&limit=0', '&limit=-1', '&limit=x', '&startAfter=yesterday', '&status=expired'])(
    'query %s returns 400',
    async (query) => {
      expect((await list(query)).status).toBe(400);
    },
  );

  test.each(['/passes', '/passes/search', '/passes/export'])(
    '%s needs a template of the account',
    async (path) => {
      expect((await h.call('GET', `${path}?searchQuery=x`)).status).toBe(400);
      for (const id of ['none', h.sandbox.foreign.templateId]) {
        const response = await h.call('GET', `${path}?searchQuery=x&templateId=${id}`);
        expect([response.status, response.body]).toEqual([404, { error: 'Resource not found' }]);
      }
    },
  );

  test('a page cap makes pages shorter than requested', async () => {
    seed(10);
    h.sandbox.control.setPageCap(3);
    expect((await list('&limit=5')).body.passes).toHaveLength(3);
    expect((await list()).body).toMatchObject({ totalCount: 10 });
  });
});

describe('search', () => {
  const search = (query: string, templateId = template()) =>
    h.call<Item[]>(
      'GET',
      `/passes/search?templateId=${templateId}&searchQuery=${encodeURIComponent(query)}`,
    );

  test('returns a bare list of exact matches on email or phone, newest first', async () => {
    const first = await h.issue({ templateId: template(), email: 'Ada@Example.com' });
    h.sandbox.control.advanceClock(1);
    const second = await h.issue({
      templateId: template(),
      email: 'ada@example.com',
      phone: '+1 555',
    });
    expect((await search('ada@example.com')).body.map(({ id }) => id)).toEqual([second, first]);
    expect((await search('+1 555')).body.map(({ id }) => id)).toEqual([second]);
    for (const near of ['Ada@Example.com', 'ada@example', '+1555']) {
      expect((await search(near)).body).toEqual([]);
    }
    expect((await search('ada@example.com', h.sandbox.templates.offer)).body).toEqual([]);
  });

  test('finds a changed email, and the old one no longer', async () => {
    const id = await h.issue({ templateId: template(), email: 'old@example.com' });
    await h.patch({ id, email: 'New@example.com' });
    expect((await search('old@example.com')).body).toEqual([]);
    expect((await search('new@example.com')).body).toHaveLength(1);
  });
});

describe('export', () => {
  test('CSV has a header row, one row per pass, and every field, whatever the values contain', async () => {
    const templateId = h.sandbox.templates.loyalty;
    const name = 'Ada "the first", O\'Neill\n😀';
    await h.issue({
      templateId,
      externalId: 'E',
      email: 'a@example.com',
      phone: '+15550',
      collectedStamps: 3,
      templateFields: { accountName: name, balance: 12, validUntil: '2030-01-01' },
      customFields: { homeShop: 'Quay' },
    });
    const response = await h.call('GET', `/passes/export?templateId=${templateId}`);
    expect(response.headers['content-type']).toMatch(/^text\/csv/);
    const rows: Record<string, string>[] = parse(response.text, { columns: true });
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      name,
      email: 'a@example.com',
      phone: '+15550',
      redemptionValue: 'E',
      collectedStamps: '3',
      accountName: name,
      balance: '12',
      homeShop: 'Quay',
      currencyCode: '',
      validUntil: '2030-01-01',
    });
  });

  test('status filters the rows', async () => {
    seed(4, { installedShare: 0.5 });
    const path = `/passes/export?templateId=${template()}&status=installed`;
    expect(parse((await h.call('GET', path)).text, { columns: true })).toHaveLength(2);
  });
});
