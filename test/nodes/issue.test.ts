import type { IDataObject } from 'n8n-workflow';

import { someText, textWith } from '../support/matchers';
import { expression } from '../support/expression';
import { autoMapped, byId, fromList, mapped, moreValues, useN8n } from '../support/n8n';

const n8n = useN8n();
const templates = () => n8n.sandbox.templates;
const passes = (templateId: string) => n8n.sandbox.control.passes(templateId);

describe('Issue', () => {
  it('an external ID of only spaces counts as empty', async () => {
    const { error } = await n8n.pass('create', {
      templateId: byId(templates().loyalty),
      externalId: '  ',
    });
    expect(error).toBeUndefined();
    expect(n8n.bodies('POST', '/pass')).toEqual([
      { passes: [{ templateId: templates().loyalty }] },
    ]);
  });

  it('an external ID is trimmed, and the output shows it', async () => {
    const { out } = await n8n.pass(
      'create',
      { templateId: byId(templates().loyalty), externalId: expression('$json.member') },
      { items: [{ member: 'M-1' }, { member: ' M-1 ' }, { member: 'M-1\u00a0' }] },
    );
    expect(out.map(({ externalId, outcome, trimmedInputs }) => [externalId, outcome, trimmedInputs]))
      .toEqual([
        ['M-1', 'created', undefined],
        ['M-1', 'existing', ['External ID']],
        ['M-1', 'existing', ['External ID']],
      ]); // prettier-ignore
    expect(passes(templates().loyalty)).toHaveLength(1);
  });

  it('sending without a contact is refused: every channel without one is named', async () => {
    const { error, sent } = await n8n.pass('create', {
      templateId: byId(templates().loyalty),
      sendToEmail: 'send',
      email: ' ',
      sendToPhone: 'send',
    });
    expect(error?.message).toBe(
      "'Email' is empty, but 'Send Email' is set to Send; 'Phone' is empty, but 'Send Text Message' is set to Send [item 0]",
    );
    expect(sent).toEqual([]);
  });

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

  it('sends one request for one person and returns links, not values', async () => {
    const { out, sent } = await n8n.pass('create', {
      templateId: byId(templates().loyalty),
      externalId: 'M-0042',
      email: 'Ana@Example.com',
      phone: '+49 151 1234567',
      ...mapped({ accountName: 'Ana Souza', homeShop: 'Quay 4', balance: 12.5 }),
      simplify: false,
      options: { locale: 'pt-BR', redemptionValue: '0042', collectedStamps: 3 },
    });
    expect(sent).toEqual([`GET /templates/${templates().loyalty}`, 'GET /pass', 'POST /pass']);
    expect(n8n.bodies('POST', '/pass')).toEqual([
      {
        passes: [
          {
            templateId: templates().loyalty,
            externalId: 'M-0042',
            templateFields: { accountName: 'Ana Souza', balance: 12.5 },
            customFields: { homeShop: 'Quay 4' },
            collectedStamps: 3,
            redemptionValue: '0042',
          },
        ],
        email: 'Ana@Example.com',
        phone: '+49 151 1234567',
        locale: 'pt',
      },
    ]);
    const [pass] = passes(templates().loyalty);
    expect(out).toEqual([
      {
        id: pass?.id,
        externalId: 'M-0042',
        link: pass?.link,
        addToWalletLinks: { walletA: someText, walletB: someText },
        buttonImages: { walletA: textWith('/pt'), walletB: someText },
        outcome: 'created',
        recovered: false,
        deliveryRequested: { email: 'accountDefault', phone: 'accountDefault' },
      },
    ]);
    expect(pass).toMatchObject({
      email: 'ana@example.com',
      collectedStamps: 3,
      redemptionValue: '0042',
    });
  });

  it('returns outcome, ID and links first, without the button images, when simplified', async () => {
    const { out } = await n8n.pass('create', {
      templateId: byId(templates().loyalty),
      externalId: 'M-0042',
    });
    expect(Object.keys(out[0] ?? {})).toEqual([
      'outcome',
      'id',
      'externalId',
      'link',
      'addToWalletLinks',
      'recovered',
      'deliveryRequested',
    ]);
    const again = await n8n.pass('create', {
      templateId: byId(templates().loyalty),
      externalId: 'M-0042',
    });
    expect(again.out).toMatchObject([{ outcome: 'existing', installed: false }]);
  });

  it('works with only a template, and then reads nothing', async () => {
    const { out, sent } = await n8n.pass('create', { templateId: fromList(templates().generic) });
    expect(sent).toEqual(['POST /pass']);
    expect(out).toMatchObject([
      { outcome: 'created', deliveryRequested: { email: 'no', phone: 'no' } },
    ]);
  });

  it('works with a key that has only passes.create', async () => {
    const key = n8n.sandbox.control.addKey(['passes.create']);
    const { out } = await n8n.pass(
      'create',
      {
        templateId: byId(templates().loyalty),
        ...mapped({ accountName: 'Ana', homeShop: 'Quay 4' }),
      },
      { key },
    );
    expect(out).toMatchObject([{ outcome: 'created' }]);
    expect(passes(templates().loyalty)[0]).toMatchObject({
      templateFields: { accountName: 'Ana' },
      customFields: { homeShop: 'Quay 4' },
    });
  });

  it('names a deleted template before anything is issued', async () => {
    const { error, sent } = await n8n.pass('create', {
      templateId: byId('gone'),
      ...mapped({ accountName: 'Ana' }),
    });
    expect(error?.message).toBe("Template not found: 'gone' [item 0]");
    expect(sent).toEqual(['GET /templates/gone']);
  });

  it('fails only the items beyond the pass quota', async () => {
    n8n.sandbox.control.setAccount({ passQuota: 2 });
    const { out } = await n8n.pass(
      'create',
      { templateId: byId(templates().generic), options: { maxParallelRequests: 1 } },
      { items: [{}, {}, {}], node: { onError: 'continueRegularOutput' } },
    );
    expect(out.map(({ outcome }) => outcome)).toEqual(['created', 'created', undefined]);
    expect(out[2]).toMatchObject({
      error: "The account's plan does not allow more passes [item 2]",
      details: { kind: 'planLimit', httpCode: 402, code: 'upgrade_required' },
    });
  });

  it('sends numbers from a sheet as text if text is expected, with their leading zeros', async () => {
    await n8n.pass(
      'create',
      {
        templateId: byId(templates().giftCard),
        externalId: '={{ $json.number }}',
        phone: '={{ $json.phone }}',
        ...mapped({
          cardNumber: '={{ $json.card }}',
          pin: '={{ $json.pin }}',
          balance: '={{ $json.balance }}',
        }),
      },
      {
        items: [{ number: 42, phone: 4915112345678, card: '00617919', pin: '0042', balance: 12.5 }],
      },
    );
    expect(n8n.bodies('POST', '/pass')[0]).toMatchObject({
      phone: '4915112345678',
      passes: [
        {
          externalId: '42',
          templateFields: { cardNumber: '00617919', pin: '0042', balance: 12.5 },
        },
      ],
    });
  });
});

describe('Delivery', () => {
  const contact = { email: 'ana@example.com', phone: '+4915112345678' };
  const outbox = () => n8n.sandbox.control.outbox().map(({ kind }) => kind);
  const issue = (parameters: object) =>
    n8n.pass('create', { templateId: byId(templates().generic), ...contact, ...parameters });

  it.each([
    ['account', 'account', true, ['email', 'text']],
    ['account', 'account', false, []],
    ['send', 'send', false, ['email', 'text']],
    ['doNotSend', 'doNotSend', true, []],
    ['send', 'doNotSend', true, ['email']],
    ['doNotSend', 'send', true, ['text']],
    ['account', 'doNotSend', true, ['email']],
  ])(
    'email %s, text message %s, account setting %s: %j',
    async (sendToEmail, sendToPhone, on, wanted) => {
      n8n.sandbox.control.setAccount({ sendNewPassesToEmail: on, sendNewPassesToPhone: on });
      const { out } = await issue({ sendToEmail, sendToPhone });
      expect(outbox()).toEqual(wanted);
      const word = { account: 'accountDefault', send: 'yes', doNotSend: 'no' };
      expect(out[0]?.deliveryRequested).toEqual({
        email: word[sendToEmail as keyof typeof word],
        phone: word[sendToPhone as keyof typeof word],
      });
      const body = n8n.bodies('POST', '/pass')[0] ?? {};
      expect('sendToEmail' in body).toBe(sendToEmail !== 'account');
      expect('sendToPhone' in body).toBe(sendToPhone !== 'account');
    },
  );

  it('reports what was requested, never that it was delivered', async () => {
    n8n.sandbox.control.setAccount({ messagingSetUp: false });
    const { out } = await issue({ sendToEmail: 'send', sendToPhone: 'send', simplify: false });
    expect(outbox()).toEqual(['email']);
    expect(out[0]?.deliveryRequested).toEqual({ email: 'yes', phone: 'yes' });
    expect(JSON.stringify(out)).not.toMatch(/"(sent|delivered)"/);
  });

  it('uses the requested language', async () => {
    await issue({ options: { locale: 'de_AT' } });
    expect(n8n.sandbox.control.outbox().map(({ locale }) => locale)).toEqual(['de', 'de']);
  });
});

describe('If a Pass Already Exists', () => {
  const issue = (ifExists: string, more: object = {}) =>
    n8n.pass('create', {
      templateId: byId(templates().loyalty),
      externalId: 'M-1',
      email: 'ana@example.com',
      ...mapped({ accountName: 'Ana', balance: 100 }),
      ...more,
      options: { ifExists, ...('options' in more ? (more.options as object) : {}) },
    });
  beforeEach(async () => {
    await issue('fail');
  });

  it('Return Existing returns the existing pass and sends nothing', async () => {
    const { out, sent } = await issue('return', mapped({ accountName: 'Other' }));
    expect(out).toMatchObject([
      { outcome: 'existing', deliveryRequested: { email: 'no', phone: 'no' } },
    ]);
    expect(sent.filter((one) => !one.startsWith('GET'))).toEqual([]);
    expect(n8n.sandbox.control.outbox()).toHaveLength(1);
    expect(passes(templates().loyalty)).toHaveLength(1);
  });

  it('Update Existing writes values and keeps stamps and balance', async () => {
    const { out } = await issue('update', {
      email: 'new@example.com',
      ...mapped({ accountName: 'Ana Souza', balance: 0 }),
      options: { validUntil: '2020-01-01', collectedStamps: 0 },
    });
    expect(out).toMatchObject([{ outcome: 'updated' }]);
    expect(n8n.bodies('PATCH', '/pass')).toEqual([
      {
        id: someText,
        templateFields: { accountName: 'Ana Souza' },
        email: 'new@example.com',
      },
    ]);
    expect(n8n.sandbox.control.outbox()).toHaveLength(1);
  });

  it('Update Existing with nothing to write sends nothing', async () => {
    const { out, sent } = await issue('update', { email: '', ...mapped({ balance: 5 }) });
    expect(out).toMatchObject([{ outcome: 'existing' }]);
    expect(sent.filter((one) => !one.startsWith('GET'))).toEqual([]);
  });

  it('Issue Another does', async () => {
    const { out } = await issue('issueAnother');
    expect(out).toMatchObject([{ outcome: 'created' }]);
    expect(passes(templates().loyalty)).toHaveLength(2);
  });

  it('Fail rejects the item and names the pass', async () => {
    const { error } = await issue('fail');
    expect(error?.message).toBe(
      "The template already has a pass with the external ID 'M-1' [item 0]",
    );
    expect(error?.context).toMatchObject({ existingPassId: passes(templates().loyalty)[0]?.id });
    expect(passes(templates().loyalty)).toHaveLength(1);
  });

  it('treats the same external ID on another template as another pass', async () => {
    const { out } = await n8n.pass('create', {
      templateId: byId(templates().generic),
      externalId: 'M-1',
    });
    expect(out).toMatchObject([{ outcome: 'created' }]);
  });

  it('the same external ID twice in one run becomes one pass', async () => {
    const { out } = await n8n.pass(
      'create',
      { templateId: byId(templates().loyalty), externalId: '={{ $json.n }}' },
      { items: Array.from({ length: 12 }, (_, i) => ({ n: `new-${i % 2}` })) },
    );
    expect(out.map(({ outcome }) => outcome).sort()).toEqual([
      'created',
      'created',
      ...Array<string>(10).fill('existing'),
    ]);
    expect(passes(templates().loyalty)).toHaveLength(3);
  });
});

describe('Dates', () => {
  const issue = (options: IDataObject, timezone = 'Europe/Berlin') =>
    n8n.pass('create', { templateId: byId(templates().generic), options }, { timezone });

  it('sends a bare expiry date as the end of that day, and the output shows it', async () => {
    const { out } = await issue({ validFrom: '2035-12-01', validUntil: '2035-12-31' });
    const sent = { validFrom: '2035-11-30T23:00:00.000Z', validUntil: '2035-12-31T22:59:59.999Z' };
    expect(n8n.bodies('POST', '/pass')[0]?.passes).toMatchObject([{ templateFields: sent }]);
    expect(out[0]?.sentDates).toEqual(sent);
  });

  it('uses the time zone of the workflow', async () => {
    const { out } = await issue({ validUntil: '2035-12-31T18:00' }, 'Asia/Tokyo');
    expect(out[0]?.sentDates).toEqual({ validUntil: '2035-12-31T09:00:00.000Z' });
  });

  it('a date from an expression', async () => {
    const { out } = await issue({
      validUntil: "={{ DateTime.fromISO('2035-12-31T18:00:00Z').plus({ days: 1 }) }}",
    });
    expect(out[0]?.sentDates).toEqual({ validUntil: '2036-01-01T18:00:00.000Z' });
  });

  it.each(['31/12/2026', '2026-02-30', '={{ 1798671600000 }}', 'next week'])(
    'refuses %s before anything is sent',
    async (validUntil) => {
      const { error, sent } = await issue({ validUntil });
      expect(error?.message).toMatch(/^'Valid Until' is not a valid date: .* \[item 0\]$/);
      expect(sent).toEqual([]);
    },
  );

  it('shows the expression that converts another format', async () => {
    const fix = "{{ DateTime.fromFormat($json.date, 'dd/MM/yyyy').toISODate() }}";
    const { error } = await issue({ validUntil: '31/12/2035' });
    expect(error?.description).toContain(fix);
    const { out } = await n8n.pass(
      'create',
      { templateId: byId(templates().generic), options: { validUntil: `=${fix}` } },
      { items: [{ date: '31/12/2035' }] },
    );
    expect(out[0]?.sentDates).toEqual({ validUntil: '2035-12-31T22:59:59.999Z' });
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
        'Favourite drink': 'Tea',
        email: 'z@example.com',
        vip: true,
        note: null,
      },
    ]);
    expect(bags()).toEqual({
      templateFields: { accountName: 'Zoë 👩‍🚀' },
      customFields: { favouriteDrink: 'Tea' },
    });
    expect(out[0]).not.toHaveProperty('leftOut');
    const hints = run.data.resultData.runData['Wallet Pass']?.[0]?.hints ?? [];
    expect(hints.map(({ message }) => message).join()).toMatch(/: email, vip$/);
  });

  it('auto-map: the hint omits the columns that other inputs use', async () => {
    const hintsOf = async (parameters: object, columns: IDataObject) => {
      const { run } = await issue({ ...autoMapped, ...parameters }, [columns]);
      const hints = run.data.resultData.runData['Wallet Pass']?.[0]?.hints ?? [];
      return hints.map(({ message }) => message).join();
    };
    const columns = { mail: 'z@example.com', Tel: '+4915112345678', 'Order no.': 7, vip: true };
    const parameters = {
      email: '={{ $json.mail }}',
      phone: '={{ $json["Tel"].trim() }}',
      options: { externalIdColumns: 'Order no., mail' },
    };
    expect(await hintsOf(parameters, { accountName: 'Zoë', ...columns })).toMatch(
      / not sent as field values: vip$/,
    );
    const { vip: _vip, ...allMapped } = { ...columns, 'Order no.': 8 };
    expect(await hintsOf(parameters, { accountName: 'Zoë', ...allMapped })).toBe('');
    // `mail` is part of another name here.
    expect(await hintsOf({ email: '={{ $json.mailing }}' }, { mail: 'a', mailing: '' })).toMatch(
      /: mail$/,
    );
  });

  it('auto-map: the hint shows the names of columns as written, not as HTML', async () => {
    const { run } = await issue(autoMapped, [{ '<b>vip</b>': 1 }]);
    const hints = run.data.resultData.runData['Wallet Pass']?.[0]?.hints ?? [];
    expect(hints.map(({ message }) => message).join()).toMatch(/: &lt;b&gt;vip&lt;\/b&gt;$/);
  });

  it('refuses a boolean in an auto-mapped column that is a field', async () => {
    const { error, sent } = await issue(autoMapped, [{ homeShop: 'a' }, { homeShop: true }]);
    expect(error?.message).toBe(
      "Field 'homeShop' (Home shop) is a boolean (true); pass fields accept text or numbers [item 1]",
    );
    expect(sent.filter((one) => !one.startsWith('GET /templates'))).toEqual([]);
  });

  it('refuses a boolean defined below, which n8n does not turn into text', async () => {
    const { error } = await issue(mapped({ homeShop: '={{ true }}' }));
    expect(error?.message).toContain('is a boolean (true)');
  });

  it('refuses a key that the template does not have, and suggests the nearest one', async () => {
    const { error } = await issue(mapped({ favoriteDrink: 'Tea' }));
    expect(error?.message).toBe("The template has no field 'favoriteDrink' [item 0]");
    expect(error?.description).toContain("Did you mean 'favouriteDrink'");
  });

  it('Skip It continues without it and lists it', async () => {
    const { out } = await issue({
      ...mapped({ favoriteDrink: 'Tea', homeShop: 'a' }),
      options: { unknownFields: 'leaveOut' },
    });
    expect(out[0]?.leftOut).toEqual(['favoriteDrink']);
    expect(bags().customFields).toEqual({ homeShop: 'a' });
  });

  it('More Field Values add to the mapper, by ID or label', async () => {
    await issue({
      ...mapped({ homeShop: 'a', favouriteDrink: null, birthday: '' }),
      options: moreValues({ id: 'Member', value: 'Ana' }, { id: 'favouriteDrink', value: 'Tea' }),
    });
    expect(bags()).toEqual({
      templateFields: { accountName: 'Ana' },
      customFields: { homeShop: 'a', favouriteDrink: 'Tea' },
    });
  });

  it.each([
    [mapped({ homeShop: 'a' }), moreValues({ id: 'Home shop', value: 'b' }), 'homeShop'],
    [mapped({ homeShop: 'a' }), moreValues({ id: 'homeShop', value: 'b' }), 'homeShop'],
    [{}, moreValues({ id: 'homeShop', value: 'a' }, { id: 'homeShop', value: 'b' }), 'homeShop'],
    [mapped({ accountName: 'a' }), moreValues({ id: 'memberName', value: 'b' }), 'memberName'],
  ])('refuses a field that is given twice: %j and %j', async (values, options, name) => {
    const { error, sent } = await issue({ ...values, options });
    expect(error?.message).toContain(`'${name}'`);
    expect(error?.message).toMatch(/same field|twice/);
    expect(sent).not.toContain('POST /pass');
  });

  it('sends More Field Values if the fields cannot be listed', async () => {
    const key = n8n.sandbox.control.addKey(['passes.create']);
    const options = moreValues({ id: 'homeShop', value: 'Quay 4' });
    await n8n.pass('create', { templateId: byId(templates().loyalty), options }, { key });
    expect(bags().customFields).toEqual({ homeShop: 'Quay 4' });
  });

  it('a typed value takes precedence over a column of the same name', async () => {
    await issue({ ...autoMapped, options: moreValues({ id: 'homeShop', value: 'typed' }) }, [
      { homeShop: 'column' },
    ]);
    expect(bags().customFields).toEqual({ homeShop: 'typed' });
  });

  it('25 items with emoji in every field arrive unchanged, in order', async () => {
    const text = (i: number) => `Zoë ${i} 👩‍👩‍👧‍👦 日本 ‮ "quotes" \\ \n <b>`;
    const { out } = await issue(
      {
        externalId: '={{ $json.id }}',
        ...mapped({ accountName: '={{ $json.text }}', homeShop: '={{ $json.text }}' }),
        options: { redemptionValue: '={{ $json.text }}' },
      },
      Array.from({ length: 25 }, (_, i) => ({ id: `🎫-${i}`, text: text(i) })),
    );
    expect(out.map(({ externalId }) => externalId)).toEqual(
      Array.from({ length: 25 }, (_, i) => `🎫-${i}`),
    );
    for (const pass of passes(templates().loyalty)) {
      const i = Number(pass.externalId?.split('-')[1]);
      expect(pass.templateFields.accountName).toBe(text(i));
      expect(pass.customFields.homeShop).toBe(text(i));
      expect(pass.redemptionValue).toBe(text(i));
    }
  });
});
