/** Pages of any passes, and the export. */
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';

import { T0, useSandbox } from './harness';

interface Page {
  passes: { id: string; created: number }[];
  totalCount: number;
}

const h = useSandbox();
const list = (query: string) =>
  h.call<Page>('GET', `/passes?templateId=${h.sandbox.templates.generic}${query}`);

test('A page has the first passes created before startAfter, up to limit, for any ties', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 40 }),
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: -1, max: 14 }),
      async (instants, limit, after) => {
        h.sandbox.control.reset();
        const each = (i: number) => ({ created: T0 + (instants[i] ?? 0) });
        const ids = h.sandbox.control.seedPasses(h.sandbox.templates.generic, instants.length, {
          each,
        });
        const { body } = await list(`&limit=${limit}&startAfter=${T0 + after}`);
        const newestFirst = ids
          .map((id, i) => ({ id, created: T0 + (instants[i] ?? 0) }))
          .reverse()
          .sort((a, b) => b.created - a.created);
        const expected = newestFirst.filter(({ created }) => created < T0 + after).slice(0, limit);
        expect(body.passes.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
        expect(body.totalCount).toBe(instants.length);
        const all = (await list('')).body.passes;
        expect(all.map(({ id }) => id)).toEqual(newestFirst.map(({ id }) => id));
      },
    ),
    { numRuns: 60 },
  );
});

test('An export has a header row and every field, whatever the values contain', async () => {
  const templateId = h.sandbox.templates.loyalty;
  const name = 'Ada "the first", O\'Neill\n😀';
  const id = await h.issue({
    templateId,
    externalId: 'E',
    email: 'a@example.com',
    phone: '+15550',
    collectedStamps: 3,
    templateFields: { accountName: name, balance: 12, validUntil: '2030-01-01' },
    customFields: { homeShop: 'Quay' },
  });
  await h.issue({ templateId });
  h.sandbox.control.phoneAdded(id, 'a');
  const path = `/passes/export?templateId=${templateId}`;
  const response = await h.call('GET', path);
  expect(response.headers['content-type']).toMatch(/^text\/csv/);
  const rows: Record<string, string>[] = parse(response.text, { columns: true });
  expect(rows).toHaveLength(2);
  expect(rows[1]).toMatchObject({
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
  const installed = await h.call('GET', `${path}&status=installed`);
  expect(parse(installed.text, { columns: true })).toHaveLength(1);
});
