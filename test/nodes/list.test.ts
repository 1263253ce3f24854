import { someText, textWith } from '../support/matchers';
import { byId, useN8n } from '../support/n8n';

const n8n = useN8n();
const templateId = () => n8n.sandbox.templates.offer;
const control = () => n8n.sandbox.control;

const getMany = (parameters: object) =>
  n8n.pass('getAll', { templateId: byId(templateId()), ...parameters });

test('Get Many refuses an invalid Return All or Limit, and names the input', async () => {
  const messageFor = async (parameters: object) => (await getMany(parameters)).error?.message;
  expect(await messageFor({ returnAll: '={{ "maybe" }}' })).toBe(
    "'Return All' must be true or false, not 'maybe'",
  );
  expect(await messageFor({ limit: '={{ "" }}' })).toBe("'Limit' is mapped but empty");
});

test('Get Many returns a list for each item, paired with it', async () => {
  control().seedPasses(templateId(), 3);
  control().seedPasses(n8n.sandbox.templates.loyalty, 2);
  const { out, run } = await n8n.pass(
    'getAll',
    { templateId: byId('={{ $json.id }}'), returnAll: '={{ $json.all }}', limit: 1 },
    {
      items: [
        { id: templateId(), all: false },
        { id: n8n.sandbox.templates.generic, all: true },
        { id: n8n.sandbox.templates.loyalty, all: true },
      ],
    },
  );
  expect(out).toHaveLength(3);
  expect(run.items('Wallet Pass').map(({ pairedItem }) => pairedItem)).toEqual([
    { item: 0 },
    { item: 2 },
    { item: 2 },
  ]);
});

const pass = {
  externalId: 'M-1',
  email: 'ana@example.com',
  templateFields: { validUntil: '2020-01-01T00:00:00Z' },
};

test('A simplified pass has the most useful fields and the field values, all flat', async () => {
  control().seedPasses(templateId(), 1, { values: pass });
  const { out } = await getMany({});
  expect(out).toEqual([
    {
      id: someText,
      externalId: 'M-1',
      status: 'expired',
      email: 'ana@example.com',
      installed: false,
      created: textWith(/Z$/),
      templateName: someText,
      validUntil: '2020-01-01T00:00:00.000Z',
    },
  ]);
});

test('Find by Email or Phone searches all templates in a new node', async () => {
  const { offer, loyalty } = n8n.sandbox.templates;
  for (const id of [offer, loyalty])
    control().seedPasses(id, 1, { values: { email: 'ada@example.com' } });
  const untouched = { __rl: true, mode: 'list', value: '' };
  const search = { templateId: untouched, searchQuery: 'ada@example.com' };
  expect((await n8n.pass('search', search)).out).toMatchObject([
    { templateName: expect.any(String), status: 'valid' },
    { templateName: expect.any(String), status: 'valid' },
  ]);
});
