import { type IDataObject, NodeHelpers } from 'n8n-workflow';

import { WalletPass } from '../../nodes/WalletPass/WalletPass.node';
import { expression } from '../support/expression';
import { autoMapped, byId, fromList, mapped, moreValues, useN8n } from '../support/n8n';

const n8n = useN8n();
const templates = () => n8n.sandbox.templates;

test('All invalid inputs of an item are reported together, including field values and expressions', async () => {
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
  for (const { message, fix } of invalid) {
    expect(error?.message).toContain(message);
    expect(error?.description).toContain(fix);
  }
  expect(sent.filter((one) => !one.startsWith('GET /templates/'))).toEqual([]);
});

test('Issue takes an object of field values in place of the mapper, and refuses anything else', async () => {
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

test('Issue sends contacts, mapped values and options', async () => {
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

test('Issue returns ten fields when simplified, with outcome, link and IDs first', async () => {
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

const issueUntil = (validUntil: unknown, timezone = 'Europe/Berlin', item: IDataObject = {}) =>
  n8n.pass(
    'create',
    { templateId: byId(templates().generic), simplify: false, options: { validUntil } },
    { timezone, items: [item] },
  );

test.each([
  ['2035-12-31T18:00', 'Asia/Tokyo', '2035-12-31T09:00:00.000Z'],
  [
    "={{ DateTime.fromISO('2035-12-30T18:00Z').plus({ days: 1 }) }}",
    'UTC',
    '2035-12-31T18:00:00.000Z',
  ],
  ['={{ $today.set({ year: 2035, month: 12, day: 31 }) }}', 'UTC', '2035-12-31T23:59:59.999Z'],
  ["={{ DateTime.fromISO('2035-12-31') }}", 'UTC', '2035-12-31T23:59:59.999Z'],
  ["={{ DateTime.fromISO('2035-12-31') }}", 'Europe/Berlin', '2035-12-31T22:59:59.999Z'],
  ["={{ DateTime.fromISO('2035-12-31').toISODate() }}", 'UTC', '2035-12-31T23:59:59.999Z'],
  ['={{ $json.nothing }}', 'UTC', undefined],
])('The date %s in %s becomes %s', async (validUntil, timezone, sent) => {
  const { out } = await issueUntil(validUntil, timezone);
  expect(out).toMatchObject([{ outcome: 'created' }]);
  expect(out[0]?.validUntil).toBe(sent);
});

/** Converts a date with the expression that the error of a date in another format shows. */
async function converted(date: unknown) {
  const { error } = await issueUntil('31/12/2035');
  const [shown] = /\{\{.*?\}\}/.exec(String(error?.description)) ?? [];
  return await issueUntil(`=${shown}`, 'Europe/Berlin', { date } as IDataObject);
}

test('The error of a date in another format shows an expression that converts it', async () => {
  const { out } = await converted('31/12/2035');
  expect(out[0]?.validUntil).toBe('2035-12-31T22:59:59.999Z');
});

test.each(['31-12-2035', 'soon', ' ', 46_387, true, { year: 2035 }])(
  "The expression that converts dates loses none: what it can't read, %j, is refused",
  async (date) => {
    const { error, sent } = await converted(date);
    expect(error?.message).toMatch(/^'Valid Until' is not a valid date/);
    expect(sent).toEqual([]);
  },
);

test.each(['', null, undefined])('An empty cell is converted to no date: %j', async (date) => {
  const { out } = await converted(date);
  expect(out).toMatchObject([{ outcome: 'created' }]);
  expect(out[0]).not.toHaveProperty('validUntil');
});

const issue = (parameters: object, items: IDataObject[] = [{}]) =>
  n8n.pass('create', { templateId: byId(templates().loyalty), ...parameters }, { items });
const bags = () => {
  const [pass] = (n8n.bodies('POST', '/pass')[0]?.passes ?? []) as IDataObject[];
  return { templateFields: pass?.templateFields, customFields: pass?.customFields };
};

test('Map Automatically uses columns named after an ID or a label, and a hint lists the others', async () => {
  const { out, hints } = await issue(autoMapped, [
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
  expect(hints.join()).toMatch(/: email, vip$/);
});

test('A preview begins with what would happen to whom, then the field values', async () => {
  const { out } = await issue({
    ...mapped({ accountName: 'Ana', homeShop: 'Quay 4' }),
    ...{ externalId: 'M-1', email: 'ana@example.com', previewOnly: true },
    options: { validFrom: '2035-01-01T00:00:00', validUntil: '2035-12-31T00:00:00' },
  });
  expect(Object.keys(out[0] ?? {}).slice(0, 5)).toEqual([
    ...['wouldBe', 'externalId', 'email', 'homeShop', 'accountName'],
  ]);
  const [validFrom, validUntil] = [expect.any(String), expect.any(String)];
  expect(out).toMatchObject([{ templateId: templates().loyalty, validFrom, validUntil }]);
});

test.each([byId, fromList])('More Field Values add to the mapper with template %p', async (of) => {
  await issue({
    templateId: of(templates().loyalty),
    ...mapped({ homeShop: 'a', favoriteDrink: null, birthday: '' }),
    options: moreValues({ id: 'Member', value: 'Ana' }, { id: 'favoriteDrink', value: 'Tea' }),
  });
  expect(bags()).toEqual({
    templateFields: { accountName: 'Ana', homeShop: 'a', favoriteDrink: 'Tea' },
    customFields: { homeShop: 'a', favoriteDrink: 'Tea' },
  });
});

test('More Field Values are sent although no template is chosen', async () => {
  const { id } = (await issue({ externalId: 'M-1' })).out[0] ?? {};
  const { error } = await n8n.pass('update', {
    ...{ identifyBy: 'passId', passId: byId(id as string), templateId: fromList('') },
    options: moreValues({ id: 'accountName', value: 'Ana' }),
  });
  expect(error).toBeUndefined();
  expect(n8n.bodies('PATCH', '/pass')).toMatchObject([{ templateFields: { accountName: 'Ana' } }]);
});

test('A typed value takes precedence over a column of the same name', async () => {
  await issue({ ...autoMapped, options: moreValues({ id: 'homeShop', value: 'typed' }) }, [
    { homeShop: 'column' },
  ]);
  expect(bags().customFields).toEqual({ homeShop: 'typed' });
});

test.each([
  { sendToEmail: 'account', sendToPhone: 'account', previewOnly: false, notices: 1 },
  { sendToEmail: 'doNotSend', sendToPhone: 'doNotSend', previewOnly: false, notices: 1 },
  { sendToEmail: 'send', sendToPhone: 'send', previewOnly: true, notices: 0 },
])('A notice warns once that a test issues a real pass: %j', ({ notices, ...choices }) => {
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
