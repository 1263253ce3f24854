import { type IDataObject, NodeHelpers } from 'n8n-workflow';

import { WalletPass } from '../../nodes/WalletPass/WalletPass.node';
import { expression } from '../support/expression';
import { autoMapped, byId, fromList, mapped, moreValues, useN8n } from '../support/n8n';

const n8n = useN8n();
const templates = () => n8n.sandbox.templates;

describe('Issue', () => {
  it('all invalid inputs of an item are reported together, including field values and expressions', async () => {
    const { error, sent } = await n8n.pass('create', {
      templateId: byId(templates().loyalty),
      email: 'nobody',
      externalId: expression("$('Nowhere').item.json.a"),
      ...mapped({ accountNam: 'Ana', balance: true, rewards: 'x' }),
      options: { locale: 'german' },
    });
    const invalid = (error?.context as { invalid?: IDataObject[] }).invalid ?? [];
    expect(invalid.map(({ field }) => field)).toEqual([
      'externalId',
      'email',
      'locale',
      'accountNam',
      'balance',
    ]);
    for (const { message, hint } of invalid) {
      expect(error?.message).toContain(message);
      expect(error?.description).toContain(hint);
    }
    expect(sent.filter((one) => !one.startsWith('GET /templates/'))).toEqual([]);
  });

  it('takes field values that a file gives in place of the mapper, and refuses anything else there', async () => {
    const values = { accountName: 'Ana', balance: 5 };
    const options = moreValues({ id: 'homeShop', value: 'Quay 4' });
    const issue = (fieldValues: unknown) =>
      n8n.pass('create', { templateId: byId(templates().loyalty), fieldValues, options });
    expect((await issue(values)).error).toBeUndefined();
    expect(n8n.bodies('POST', '/pass')).toMatchObject([
      { passes: [{ templateFields: { ...values, homeShop: 'Quay 4' } }] },
    ]);
    const { error, sent } = await issue('={{ $json.values }}');
    expect(error?.message).toMatch(/^'Field Values' must be an object/);
    expect(sent).not.toContain('POST /pass');
  });

  it('reads contacts, mapped values and options', async () => {
    await n8n.pass('create', {
      templateId: fromList(templates().loyalty),
      externalId: 'M-0042',
      email: 'Ana@Example.com',
      sendToEmail: 'doNotSend',
      phone: '+49 151 1234567',
      ...mapped({ accountName: 'Ana Souza', homeShop: 'Quay 4', balance: 12.5, birthday: '' }),
      options: { locale: 'pt-BR', redemptionValue: '0042', collectedStamps: 3 },
    });
    expect(n8n.bodies('POST', '/pass')).toEqual([
      {
        passes: [
          {
            templateId: templates().loyalty,
            externalId: 'M-0042',
            templateFields: { homeShop: 'Quay 4', accountName: 'Ana Souza', balance: 12.5 },
            customFields: { homeShop: 'Quay 4' },
            collectedStamps: 3,
            redemptionValue: '0042',
          },
        ],
        email: 'Ana@Example.com',
        sendToEmail: false,
        phone: '+491511234567',
        locale: 'pt',
      },
    ]);
  });

  it('returns outcome, link and IDs first, in ten fields, when simplified', async () => {
    const { out } = await n8n.pass('create', {
      templateId: byId(templates().loyalty),
      externalId: 'M-0042',
      ...mapped({ unknown: 'x' }),
      options: { validFrom: '2035-01-01', validUntil: '2035-12-31', unknownFields: 'skip' },
    });
    expect(Object.keys(out[0] ?? {})).toEqual([
      ...['outcome', 'link', 'externalId', 'id', 'walletALink', 'walletBLink', 'validUntil'],
      ...['skippedFields', 'emailRequested', 'textMessageRequested'],
    ]);
    const again = await n8n.pass('create', {
      templateId: byId(templates().loyalty),
      externalId: 'M-0042',
    });
    expect(again.out).toMatchObject([{ outcome: 'existing', emailRequested: 'no' }]);
  });
});

describe('Dates', () => {
  const issue = (options: IDataObject, timezone = 'Europe/Berlin') =>
    n8n.pass(
      'create',
      { templateId: byId(templates().generic), simplify: false, options },
      { timezone },
    );

  it('uses the time zone of the workflow', async () => {
    const { out } = await issue({ validUntil: '2035-12-31T18:00' }, 'Asia/Tokyo');
    expect(out[0]?.validUntil).toBe('2035-12-31T09:00:00.000Z');
  });

  it('a date from an expression', async () => {
    const { out } = await issue({
      validUntil: "={{ DateTime.fromISO('2035-12-31T18:00:00Z').plus({ days: 1 }) }}",
    });
    expect(out[0]?.validUntil).toBe('2036-01-01T18:00:00.000Z');
  });

  it.each([
    ['={{ $today.set({ year: 2035, month: 12, day: 31 }) }}', 'UTC', '2035-12-31T23:59:59.999Z'],
    ["={{ DateTime.fromISO('2035-12-31') }}", 'UTC', '2035-12-31T23:59:59.999Z'],
    ["={{ DateTime.fromISO('2035-12-31') }}", 'Europe/Berlin', '2035-12-31T22:59:59.999Z'],
    ["={{ DateTime.fromISO('2035-12-31').toISODate() }}", 'UTC', '2035-12-31T23:59:59.999Z'],
    ['={{ $json.nothing }}', 'UTC', undefined],
  ])('a day from the expression %s in %s', async (validUntil, timezone, sent) => {
    const { out } = await issue({ validUntil }, timezone);
    expect(out).toMatchObject([{ outcome: 'created' }]);
    expect(out[0]?.validUntil).toBe(sent);
  });

  describe('the expression that converts another format', () => {
    const shown = async () => {
      const { error } = await issue({ validUntil: '31/12/2035' });
      return /\{\{.*?\}\}/.exec(String(error?.description))?.[0] ?? '';
    };
    const convert = async (date: unknown) => {
      const options = { validUntil: `=${await shown()}` };
      const templateId = byId(templates().generic);
      const parameters = { templateId, simplify: false, options };
      return n8n.pass('create', parameters, { items: [{ date } as IDataObject] });
    };

    it('is in the error, and converts', async () => {
      const { out } = await convert('31/12/2035');
      expect(out[0]?.validUntil).toBe('2035-12-31T22:59:59.999Z');
    });

    it.each(['31-12-2035', 'soon', ' ', 46_387, true, { year: 2035 }])(
      'loses no date: what it cannot read, %j, is refused',
      async (date) => {
        const { error, sent } = await convert(date);
        expect(error?.message).toMatch(/^'Valid Until' is not a valid date/);
        expect(sent).toEqual([]);
      },
    );

    it.each(['', null, undefined])('leaves an empty cell empty: %j', async (date) => {
      const { out } = await convert(date);
      expect(out).toMatchObject([{ outcome: 'created' }]);
      expect(out[0]).not.toHaveProperty('validUntil');
    });
  });
});

describe('Field Values', () => {
  const issue = (parameters: object, items: IDataObject[] = [{}]) =>
    n8n.pass('create', { templateId: byId(templates().loyalty), ...parameters }, { items });
  const bags = () => {
    const [pass] = (n8n.bodies('POST', '/pass')[0]?.passes ?? []) as IDataObject[];
    return { templateFields: pass?.templateFields, customFields: pass?.customFields };
  };

  it('auto-map uses columns named after an ID or a label, and lists the others in a hint', async () => {
    const { out, run } = await issue(autoMapped, [
      {
        accountName: 'Zoë 👩‍🚀',
        'Favorite drink': 'Tea',
        email: 'z@example.com',
        vip: true,
        note: null,
      },
    ]);
    expect(bags()).toEqual({
      templateFields: { accountName: 'Zoë 👩‍🚀', favoriteDrink: 'Tea' },
      customFields: { favoriteDrink: 'Tea' },
    });
    expect(out[0]).not.toHaveProperty('skippedFields');
    const hints = run.data.resultData.runData['Wallet Pass']?.[0]?.hints ?? [];
    expect(hints.map(({ message }) => message).join()).toMatch(/: email, vip$/);
  });

  describe('of which a preview', () => {
    const values = {
      ...mapped({ accountName: 'Ana', homeShop: 'Quay 4' }),
      externalId: 'M-1',
      previewOnly: true,
      options: { validFrom: '2035-01-01T00:00:00', validUntil: '2035-12-31T00:00:00' },
    };
    const preview = async (parameters: object) => (await issue({ ...values, ...parameters })).out;

    it('begins with what would happen to whom, then the values of fields', async () => {
      const [shown] = await preview({ email: 'ana@example.com' });
      expect(Object.keys(shown ?? {}).slice(0, 5)).toEqual([
        'wouldBe',
        'externalId',
        'email',
        'homeShop',
        'accountName',
      ]);
      expect(shown).toMatchObject({
        templateId: templates().loyalty,
        validFrom: expect.any(String) as string,
        validUntil: expect.any(String) as string,
      });
    });
  });

  it.each([byId, fromList])(
    'More Field Values add to the mapper, with a template %p',
    async (of) => {
      await issue({
        templateId: of(templates().loyalty),
        ...mapped({ homeShop: 'a', favoriteDrink: null, birthday: '' }),
        options: moreValues({ id: 'Member', value: 'Ana' }, { id: 'favoriteDrink', value: 'Tea' }),
      });
      expect(bags()).toEqual({
        templateFields: { accountName: 'Ana', homeShop: 'a', favoriteDrink: 'Tea' },
        customFields: { homeShop: 'a', favoriteDrink: 'Tea' },
      });
    },
  );

  it('More Field Values count while no template is chosen', async () => {
    const { id } = (await issue({ externalId: 'M-1' })).out[0] ?? {};
    const { error } = await n8n.pass('update', {
      ...{ identifyBy: 'passId', passId: byId(id as string), templateId: fromList('') },
      options: moreValues({ id: 'accountName', value: 'Ana' }),
    });
    expect(error).toBeUndefined();
    expect(n8n.bodies('PATCH', '/pass')).toMatchObject([
      { templateFields: { accountName: 'Ana' } },
    ]);
  });

  it('a typed value takes precedence over a column of the same name', async () => {
    await issue({ ...autoMapped, options: moreValues({ id: 'homeShop', value: 'typed' }) }, [
      { homeShop: 'column' },
    ]);
    expect(bags().customFields).toEqual({ homeShop: 'typed' });
  });

  it.each([
    { sendToEmail: 'account', sendToPhone: 'account', previewOnly: false, notices: 1 },
    { sendToEmail: 'doNotSend', sendToPhone: 'doNotSend', previewOnly: false, notices: 1 },
    { sendToEmail: 'send', sendToPhone: 'send', previewOnly: true, notices: 0 },
  ])('warns once that a test issues a real pass: %j', ({ notices, ...choices }) => {
    const { description } = new WalletPass();
    const values = { resource: 'pass', operation: 'create', ...choices };
    const node = { typeVersion: 1 };
    const shown = description.properties.filter(
      (property) =>
        property.type === 'notice' &&
        NodeHelpers.displayParameter(values, property, node, description),
    );
    expect(shown.map(({ displayName }) => displayName)).toEqual(
      Array(notices).fill(
        expect.stringMatching(/^Testing this step issues a real pass, .* may send a message\.$/),
      ),
    );
  });
});
