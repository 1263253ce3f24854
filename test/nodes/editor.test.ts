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

describe('the template list', () => {
  const search = (options: object = {}, key?: string) =>
    n8n.engine.listSearch(node(), 'searchTemplates', {
      credentials: n8n.credentials(key),
      ...options,
    });

  it('shows names and types, newest first, and searches in both', async () => {
    const all = await search();
    expect(all.results).toHaveLength(6);
    expect(all.results[0]).toEqual({
      name: 'Spring Ferry Offer · Coupon',
      value: n8n.sandbox.templates.offer,
    });
    const found = await search({ filter: 'LIBRARY' });
    expect(found.results.map(({ name }) => name)).toEqual([
      'Harbor Library Card · Membership or ID Card',
    ]);
  });

  it('names the missing scope instead of being empty', async () => {
    const key = control().addKey(NO_TEMPLATES);
    await expect(search({}, key)).rejects.toMatchObject({
      httpCode: '403',
      context: { kind: 'missingScope', scope: 'templates.viewAll' },
    });
  });

  it('serves the trigger and the dropdown inside lists as well', async () => {
    const credentials = n8n.credentials();
    const trigger = { type: 'walletPassTrigger', parameters: { event: 'newPass' } };
    expect(
      (await n8n.engine.listSearch(trigger, 'searchTemplates', { credentials })).results,
    ).toHaveLength(6);
    const options = await n8n.engine.loadOptions(node(), 'getTemplates', { credentials });
    expect(options.map(({ value }) => value)).toContain(n8n.sandbox.templates.loyalty);
  });
});

describe('the pass list', () => {
  const search = (parameters: object, options: object = {}) =>
    n8n.engine.listSearch(node({ operation: 'get', ...parameters }), 'searchPasses', {
      credentials: n8n.credentials(),
      ...options,
    });

  it('pages through the passes of the chosen template', async () => {
    const ids = control().seedPasses(n8n.sandbox.templates.offer, 80, { perInstant: 3 });
    const chosen = { identifyBy: 'passId', templateId: byId(n8n.sandbox.templates.offer) };
    const seen: unknown[] = [];
    let paginationToken: string | undefined;
    do {
      const page = await search(chosen, { paginationToken });
      seen.push(...page.results.map(({ value }) => value));
      paginationToken = page.paginationToken;
    } while (paginationToken !== undefined && seen.length < 200);
    expect(seen).toEqual([...ids].sort((a, b) => ids.indexOf(b) - ids.indexOf(a)));
  });

  it('treats an expression as no choice', async () => {
    control().seedPasses(n8n.sandbox.templates.offer, 1);
    const { results } = await search({ identifyBy: 'passId', templateId: byId('={{ $json.t }}') });
    expect(results).toHaveLength(1);
  });
});

describe('the lists of stamp and balance operations', () => {
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

  it.each(cases)(
    '%s %s: holds only templates that fit, and their passes',
    async (resource, key) => {
      const { offer, stampCard } = n8n.sandbox.templates;
      control().seedPasses(offer, 1, { externalIdPrefix: 'O-' });
      control().seedPasses(stampCard, 1, { externalIdPrefix: 'S-' });
      expect(await listed(resource, key, 'templateId')).toEqual(NAMES[resource]);
      expect(await listed(resource, key, 'passId')).toEqual(['S-1 · Tenth Coffee Free']);
    },
  );
});

describe('an ID or a name that begins with =, which n8n would run as an expression', () => {
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

  it.each(['walletPass', 'walletPassTrigger'])('is not in the lists of %s', async (type) => {
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
  });

  it('is not in the columns of the field mapper', async () => {
    const { parameters, options } = await setUp();
    const { fields } = await n8n.engine.resourceMapperFields(
      node(parameters),
      'getTemplateFields',
      options,
    );
    expect(fields.length).toBeGreaterThan(0);
    expect(JSON.stringify(fields)).not.toContain('"=');
  });
});

describe('the columns of the field mapper', () => {
  const columns = (templateId: string, key?: string) =>
    n8n.engine.resourceMapperFields(node({ templateId: byId(templateId) }), 'getTemplateFields', {
      credentials: n8n.credentials(key),
    });

  it('are the fields of the chosen template as the designer named them; unused ones are hidden', async () => {
    const { fields } = await columns(n8n.sandbox.templates.loyalty);
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

  it('omit a field whose ID cannot be sent: n8n would lose its value', async () => {
    const row = ['__proto__', 'seat'].map((id) => ({ id, label: id }));
    const designJson = JSON.stringify({ header: {}, rows: [row], linkRows: [] });
    const { out, error } = await n8n.pass(
      'create',
      { name: 'Odd', type: 'offer', design: { designJson } },
      { resource: 'template' },
    );
    expect(error).toBeUndefined();
    const { fields } = await columns((out[0] as { id: string }).id);
    const ids = fields.map(({ id }) => id);
    expect(ids).toContain('seat');
    expect(ids).not.toContain('__proto__');
  });

  it.each(['', '={{ $json.t }}'])(
    'ask for the template if %p is chosen, without an error',
    async (template) => {
      const { fields, emptyFieldsNotice } = await columns(template);
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

  it('say why they cannot be listed, unless the panel has fields: it would lose them', async () => {
    const listed = (fieldValues: object) =>
      n8n.engine.resourceMapperFields(
        node({ templateId: byId('gone'), fieldValues }),
        'getTemplateFields',
        { credentials: n8n.credentials('svc_sk_<unknown>') },
      );
    expect(await listed({ mappingMode: 'defineBelow', value: null })).toEqual({
      fields: [],
      emptyFieldsNotice: expect.stringMatching(
        /^The service rejected this API key\. It may have a typo/,
      ),
    });
    const schema = [{ id: 'memberName', displayName: 'Member' }];
    await expect(listed({ mappingMode: 'defineBelow', value: null, schema })).rejects.toThrow(
      'The service rejected this API key',
    );
  });

  it.each([
    ['there are none', 'newKind', {}, /^The template has no fields$/],
    [
      'they cannot be read',
      'newKind',
      { rows: 'none' },
      /or the design can't be read\. .* Options > More Field Values/,
    ],
    [
      'they cannot be read, instead of showing the fields of the card type as if they were all',
      'loyalty',
      { rows: 'none' },
      /or the design can't be read\. .* Options > More Field Values/,
    ],
  ])('say that %s', async (_name, type, pass, notice) => {
    const stub = await startStub(() => ({ body: template({ type, pass: JSON.stringify(pass) }) }));
    const result = await n8n.engine.resourceMapperFields(
      node({ templateId: byId('t') }),
      'getTemplateFields',
      { credentials: n8n.credentials(undefined, stub.baseUrl) },
    );
    expect(result).toEqual({ fields: [], emptyFieldsNotice: expect.stringMatching(notice) });
  });
});
