import { N8N_RESOURCES } from '../../nodes/WalletPass/operations';
import { apiKey, badge, badgePass, holder, passRow, template } from '../support/documented';
import { byId, useN8n } from '../support/n8n';
import { startStub } from '../support/stubService';

const n8n = useN8n();
const control = () => n8n.sandbox.control;
const NO_TEMPLATES = ['passes.create'] as const;

const node = (parameters: object = {}) => ({
  type: 'walletPass',
  parameters: { resource: 'pass', operation: 'create', ...parameters },
});

const searchTemplates = (options: object = {}, key?: string) =>
  n8n.engine.listSearch(node(), 'searchTemplates', {
    credentials: n8n.credentials(key),
    ...options,
  });

test('The list of templates shows names and types, newest first, and searches in both', async () => {
  const all = await searchTemplates();
  expect(all.results).toHaveLength(6);
  expect(all.results[0]).toEqual({
    name: 'Spring Ferry Offer · Coupon',
    value: n8n.sandbox.templates.offer,
  });
  const found = await searchTemplates({ filter: 'LIBRARY' });
  expect(found.results.map(({ name }) => name)).toEqual([
    'Harbor Library Card · Membership or ID Card',
  ]);
});

test('The list of templates names the missing scope instead of being empty', async () => {
  const key = control().addKey(NO_TEMPLATES);
  await expect(searchTemplates({}, key)).rejects.toMatchObject({
    httpCode: '403',
    context: { kind: 'missingScope', scope: 'templates.viewAll' },
  });
});

test('The list of templates also serves the trigger and the dropdown inside lists', async () => {
  const credentials = n8n.credentials();
  const trigger = { type: 'walletPassTrigger', parameters: { event: 'newPass' } };
  expect(
    (await n8n.engine.listSearch(trigger, 'searchTemplates', { credentials })).results,
  ).toHaveLength(6);
  const options = await n8n.engine.loadOptions(node(), 'getTemplates', { credentials });
  expect(options.map(({ value }) => value)).toContain(n8n.sandbox.templates.loyalty);
});

const searchPasses = (parameters: object, options: object = {}) =>
  n8n.engine.listSearch(node({ operation: 'get', ...parameters }), 'searchPasses', {
    credentials: n8n.credentials(),
    ...options,
  });

test('The list of passes pages through those of the chosen template', async () => {
  const ids = control().seedPasses(n8n.sandbox.templates.offer, 80, { perInstant: 3 });
  const chosen = { identifyBy: 'passId', templateId: byId(n8n.sandbox.templates.offer) };
  const seen: unknown[] = [];
  let paginationToken: string | undefined;
  do {
    const page = await searchPasses(chosen, { paginationToken });
    seen.push(...page.results.map(({ value }) => value));
    paginationToken = page.paginationToken;
  } while (paginationToken !== undefined && seen.length < 200);
  expect(seen).toEqual([...ids].sort((a, b) => ids.indexOf(b) - ids.indexOf(a)));
});

test('The list of passes treats an expression for the template as no choice', async () => {
  control().seedPasses(n8n.sandbox.templates.offer, 1);
  const { results } = await searchPasses({
    identifyBy: 'passId',
    templateId: byId('={{ $json.t }}'),
  });
  expect(results).toHaveLength(1);
});

const operations = (resource: string) =>
  N8N_RESOURCES.find(({ key }) => key === resource)?.operations.map(({ key }) => key) ?? [];
const cases = [
  ...operations('stampCard').map((operation) => ['stampCard', operation] as const),
  ...operations('balance').map((operation) => ['balance', operation] as const),
];
const NAMES = {
  stampCard: ['Tenth Coffee Free · Stamp Card'],
  balance: [
    'Pine Bookshop Gift Card · Gift Card',
    'Tenth Coffee Free · Stamp Card',
    'Roastery Rewards · Loyalty Card',
  ],
};

/** The entries of From List in a locator of an operation. */
async function listed(resource: string, operation: string, name: string) {
  const { properties } = n8n.engine.nodeType('walletPass').description;
  const locator = properties.find(
    (one) =>
      one.name === name &&
      one.displayOptions?.show?.resource?.includes(resource) &&
      one.displayOptions.show.operation?.includes(operation),
  );
  const method = locator?.modes?.[0]?.typeOptions?.searchListMethod ?? '';
  const parameters = { resource, operation };
  const credentials = n8n.credentials();
  const { results } = await n8n.engine.listSearch({ type: 'walletPass', parameters }, method, {
    credentials,
  });
  return results.map((one) => one.name);
}

test.each(cases)('The lists of %s %s contain only what fits', async (resource, key) => {
  const { offer, stampCard } = n8n.sandbox.templates;
  control().seedPasses(offer, 1, { externalIdPrefix: 'O-' });
  control().seedPasses(stampCard, 1, { externalIdPrefix: 'S-' });
  expect(await listed(resource, key, 'templateId')).toEqual(NAMES[resource]);
  expect(await listed(resource, key, 'passId')).toEqual(['S-1 · Tenth Coffee Free']);
});

const HOSTILE = '={{ $env.SECRET }}';
const records = ['ok', HOSTILE].map((id) => ({
  ...{ ...passRow(), ...apiKey(), ...badge(), ...holder(), ...badgePass(), ...template() },
  ...{ id, name: HOSTILE, label: HOSTILE },
  ...{ type: 'loyalty', status: 'ACTIVE', externalId: HOSTILE, email: HOSTILE },
  pass: JSON.stringify({
    header: { id, label: HOSTILE },
    rows: [[{ id: 'seat', label: HOSTILE }]],
    useStampCollection: true,
    stampCount: 9,
  }),
}));
const lists = { data: records, passes: records, templates: records, users: records };
const body = { ...lists, totalCount: 2, total_count: 2, has_more: false };

const setUp = async () => {
  const stub = await startStub(({ path }) => ({
    body: /^\/templates\/./.test(path) ? { ...records[1], id: 'ok' } : { ...body, keys: records },
  }));
  const parameters = { templateId: byId('ok'), userId: byId('ok') };
  const credentials = n8n.credentials(undefined, stub.baseUrl);
  return { parameters, options: { credentials } };
};

/** The searches behind the inputs of a node, each with the parameters that show such an input. */
function searchesOf(type: string) {
  const { properties } = n8n.engine.nodeType(type).description;
  return properties.flatMap(({ modes, displayOptions }) => {
    const shown = Object.entries(displayOptions?.show ?? {});
    const parameters = Object.fromEntries(shown.map(([key, values]) => [key, values?.[0]]));
    const method = modes?.[0]?.typeOptions?.searchListMethod;
    return method ? [[method, parameters] as const] : [];
  });
}

test.each(['walletPass', 'walletPassTrigger'])(
  'No list entry of %s begins with =',
  async (type) => {
    const { parameters, options } = await setUp();
    const searches = [...new Map(searchesOf(type))].map(async ([name, shown]) => {
      const source = { type, parameters: { ...shown, ...parameters } };
      return [name, (await n8n.engine.listSearch(source, name, options)).results] as const;
    });
    const loaders = Object.keys(n8n.engine.nodeType(type).methods?.loadOptions ?? {}).map(
      async (name) =>
        [name, await n8n.engine.loadOptions({ type, parameters }, name, options)] as const,
    );
    const lists = await Promise.all([...searches, ...loaders]);
    expect(lists.length).toBeGreaterThan(3);
    for (const [list, results] of lists) {
      const texts = results.flatMap(({ name, value }) => [name, value]);
      expect([list, texts.length > 0]).toEqual([list, true]);
      expect([list, texts.filter((text) => String(text).startsWith('='))]).toEqual([list, []]);
    }
  },
);

test('No column of the field mapper begins with =, which n8n would run as an expression', async () => {
  const { parameters, options } = await setUp();
  const { fields } = await n8n.engine.resourceMapperFields(
    node(parameters),
    'getTemplateFields',
    options,
  );
  expect(fields.length).toBeGreaterThan(0);
  expect(JSON.stringify(fields)).not.toContain('"=');
});

/** The columns of the mapper for these parameters. */
const columns = (parameters: object, key?: string, baseUrl?: string) =>
  n8n.engine.resourceMapperFields(node(parameters), 'getTemplateFields', {
    credentials: n8n.credentials(key, baseUrl),
  });
const columnsOf = (templateId: string) => columns({ templateId: byId(templateId) });

test('The field mapper has the fields of the template as the designer named them, the unused ones hidden', async () => {
  const { fields } = await columnsOf(n8n.sandbox.templates.loyalty);
  expect(fields.map(({ id, displayName, removed }) => [id, displayName, removed])).toEqual([
    ['balance', 'Points', false],
    ['accountName', 'Member', false],
    ['rewards', 'Reward level', false],
    ['favoriteDrink', 'Favorite drink', false],
    ['homeShop', 'Home shop', false],
    ['accountId', 'Member number', false],
    ['shopFinder', 'Find a shop', false],
    ['birthday', 'Birthday', false],
    ['currencyCode', 'Currency code', true],
  ]);
  expect(fields.every(({ required, type }) => !required && type === undefined)).toBe(true);
});

test('The field mapper omits a field whose value n8n would lose because of its ID', async () => {
  const row = ['__proto__', 'seat'].map((id) => ({ id, label: id }));
  const designJson = JSON.stringify({ header: {}, rows: [row], linkRows: [] });
  const { out, error } = await n8n.pass(
    'create',
    { name: 'Odd', type: 'offer', design: { designJson } },
    { resource: 'template' },
  );
  expect(error).toBeUndefined();
  const { fields } = await columnsOf((out[0] as { id: string }).id);
  const ids = fields.map(({ id }) => id);
  expect(ids).toContain('seat');
  expect(ids).not.toContain('__proto__');
});

test.each(['', '={{ $json.t }}'])(
  'The field mapper asks for the template: %p',
  async (template) => {
    const { fields, emptyFieldsNotice } = await columnsOf(template);
    expect(fields).toEqual([]);
    expect(emptyFieldsNotice).toMatch(/^The fields come from the template chosen in 'Template'/);
    const mappers = n8n.engine
      .nodeType('walletPass')
      .description.properties.filter(({ type }) => type === 'resourceMapper');
    expect(mappers).toHaveLength(4);
    // Without this, the editor shows 'No fields found in Wallet Pass. Retry' in red.
    for (const { typeOptions } of mappers) {
      expect(typeOptions?.resourceMapper).toMatchObject({ hideNoDataError: true });
    }
  },
);

test('The field mapper says why it is empty, and fails instead if the panel would lose fields', async () => {
  const listed = (fieldValues: object) =>
    columns({ templateId: byId('gone'), fieldValues }, 'svc_sk_<unknown>');
  expect(await listed({ mappingMode: 'defineBelow', value: null })).toEqual({
    fields: [],
    emptyFieldsNotice: expect.stringMatching(/^The service rejected this API key\. It may/),
  });
  const schema = [{ id: 'memberName', displayName: 'Member' }];
  await expect(listed({ mappingMode: 'defineBelow', value: null, schema })).rejects.toThrow(
    'The service rejected this API key',
  );
});

const CANT_BE_READ = /or the design can't be read\. .* Options > More Field Values/;
test.each([
  ['the template has no fields', 'newKind', {}, /^The template has no fields$/],
  ["the fields can't be read", 'newKind', { rows: 'none' }, CANT_BE_READ],
  [
    "the fields can't be read, instead of those of the type",
    'loyalty',
    { rows: 'none' },
    CANT_BE_READ,
  ],
])('The field mapper says that %s', async (_name, type, pass, notice) => {
  const stub = await startStub(() => ({ body: template({ type, pass: JSON.stringify(pass) }) }));
  const result = await columns({ templateId: byId('t') }, undefined, stub.baseUrl);
  expect(result).toEqual({ fields: [], emptyFieldsNotice: expect.stringMatching(notice) });
});
