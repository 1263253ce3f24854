import { useZapier } from './harness';

const app = useZapier();
const template = () => app.sandbox.templates.loyalty;

test('Find Pass returns an empty list, never an error, if there is no pass', async () => {
  expect(await app.search('find_pass', { passId: 'ps_none' })).toEqual([]);
});

const find = (inputData: object) =>
  app.search('find_passes', { templateId: template(), limit: 50, ...inputData });

test('Find Passes returns all matches as line items of one result, newest first', async () => {
  const ana = { templateId: template(), email: 'ana@example.com' };
  const first = await app.issue({ ...ana, externalId: 'M-1' });
  const second = await app.issue({ ...ana, externalId: 'M-2' });
  await app.issue({ templateId: template(), email: 'ben@example.com' });
  expect(await find({ searchQuery: 'ana@example.com' })).toEqual([
    {
      id: second,
      count: 2,
      passes: [
        expect.objectContaining({ id: second, externalId: 'M-2', isValid: true }),
        expect.objectContaining({ id: first, externalId: 'M-1', email: 'ana@example.com' }),
      ],
    },
  ]);
});

test('Find Passes names the field values of line items by the design, as Find Pass does', async () => {
  const fields = (search: string) =>
    app.zapier.execute(`searches.${search}.operation.outputFields`, {
      inputData: { templateId: template() },
    });
  expect(await fields('find_pass')).toContainEqual({ key: 'balance', label: 'Points' });
  const ofItems = await fields('find_passes');
  expect(ofItems).toContainEqual({ key: 'passes[]balance', label: 'Passes: Points' });
  expect(ofItems).toContainEqual({ key: 'passes[]homeShop', label: 'Passes: Home shop' });
});
