import { create } from '../../../../shared/operations/pass/create';
import { upsert } from '../../../../shared/operations/pass/upsert';
import { type CoreOptions, useCore } from '../../../support/core';
import { someText, textWith } from '../../../support/matchers';

const core = useCore({ checks: true });
const templates = () => core.sandbox.templates;
const control = () => core.sandbox.control;
const passes = () => control().passes(templates().loyalty);
const CONTACT = { email: 'ana@example.com', phone: '+4915112345678' };

const issue = (input: object = {}, options?: CoreOptions) =>
  core.run(create, { templateId: templates().loyalty, ...input }, options);
const posted = () => core.bodies('POST', '/pass');
const writes = (sent: string[]) => sent.filter((one) => !one.startsWith('GET '));

test('Issue sends values unchanged, and numbers as text where text is expected', async () => {
  await issue({
    externalId: 42,
    phone: 4915112345678,
    fieldValues: { accountId: '00617919', currencyCode: 'eur', balance: '12.50', rewards: 12.5 },
  });
  const templateFields = {
    accountId: '00617919',
    currencyCode: 'eur',
    balance: '12.50',
    rewards: 12.5,
  };
  const pass = { externalId: '42', templateFields };
  expect(posted()).toMatchObject([{ phone: '4915112345678', passes: [pass] }]);
});

test('Issue names every channel that should send without a contact, and every other invalid input', async () => {
  const { error, sent } = await issue({
    ...{ sendToEmail: 'send', email: ' ', sendToPhone: 'send' },
    ...{ locale: 'german', fieldValues: { accountNam: 'Ana', balance: true } },
  });
  expect(error?.kind).toBe('invalidInput');
  expect(error?.invalid?.map(({ field }) => field).sort()).toEqual([
    'accountNam',
    'balance',
    'email',
    'locale',
    'phone',
  ]);
  expect(writes(sent)).toEqual([]);
});

test('Issue fails only the items beyond the plan', async () => {
  control().setAccount({ passQuota: 2 });
  const items = Array(4).fill({ templateId: templates().loyalty }) as object[];
  const { out, errors } = await core.run(create, items, { continueOnFail: true });
  expect(out).toHaveLength(2);
  const refused = errors.filter((error) => error !== undefined);
  const limit = { kind: 'planLimit', status: 402, code: 'upgrade_required' };
  expect(refused).toMatchObject([limit, limit]);
  expect(posted()).toHaveLength(4);
});

const outbox = () => control().outbox();

test.each([
  ['account', 'account', true, ['email', 'text']],
  ['account', 'account', false, []],
  ['send', 'send', false, ['email', 'text']],
  ['doNotSend', 'doNotSend', true, []],
  ['send', 'doNotSend', true, ['email']],
  ['doNotSend', 'send', true, ['text']],
  ['account', 'doNotSend', true, ['email']],
] as const)(
  'Delivery by email: %s, by text: %s, account: %s is %j',
  async (sendToEmail, sendToPhone, on, wanted) => {
    control().setAccount({ sendNewPassesToEmail: on, sendNewPassesToPhone: on });
    const { out } = await issue({ ...CONTACT, sendToEmail, sendToPhone });
    expect(outbox().map(({ kind }) => kind)).toEqual(wanted);
    const word = { account: 'accountDefault', send: 'yes', doNotSend: 'no' };
    expect(out).toMatchObject([
      { emailRequested: word[sendToEmail], textMessageRequested: word[sendToPhone] },
    ]);
    expect('sendToEmail' in (posted()[0] ?? {})).toBe(sendToEmail !== 'account');
    expect('sendToPhone' in (posted()[0] ?? {})).toBe(sendToPhone !== 'account');
  },
);

test('Delivery is reported as requested, never as done', async () => {
  control().setAccount({ messagingSetUp: false });
  const { out } = await issue({ ...CONTACT, sendToEmail: 'send', sendToPhone: 'send' });
  expect(outbox().map(({ kind }) => kind)).toEqual(['email']);
  expect(out).toMatchObject([{ emailRequested: 'yes', textMessageRequested: 'yes' }]);
  expect(JSON.stringify(out)).not.toMatch(/"(sent|delivered)"/);
});

describe('Issue for an external ID that has a pass', () => {
  const again = (ifExists: string, more: object = {}) =>
    issue({
      externalId: 'M-1',
      email: 'ana@example.com',
      fieldValues: { accountName: 'Ana', balance: 100 },
      ifExists,
      ...more,
    });
  beforeEach(async () => {
    await again('fail');
  });

  test('Issue with Return Existing returns the pass and sends nothing', async () => {
    const { out, sent } = await again('return', { fieldValues: { accountName: 'Other' } });
    const delivery = { emailRequested: 'no', textMessageRequested: 'no' };
    expect(out).toMatchObject([{ outcome: 'existing', installed: false, ...delivery }]);
    expect(writes(sent)).toEqual([]);
    expect(control().outbox()).toHaveLength(1);
  });

  test('Issue with Update Existing writes values and keeps stamps, balance and dates', async () => {
    const { out } = await again('update', {
      email: 'new@example.com',
      fieldValues: { accountName: 'Ana Souza', balance: 0 },
      validUntil: '2020-01-01',
      collectedStamps: 0,
    });
    expect(out).toMatchObject([{ outcome: 'updated' }]);
    const templateFields = { accountName: 'Ana Souza' };
    const changes = {
      externalId: 'M-1',
      templateId: someText,
      templateFields,
      email: 'new@example.com',
    };
    expect(core.bodies('PATCH', '/pass')).toEqual([changes]);
    expect(control().outbox()).toHaveLength(1);
  });

  test('Issue with Update Existing and nothing to write sends nothing', async () => {
    const { out, sent } = await again('update', { email: '', fieldValues: { balance: 5 } });
    expect(out).toMatchObject([{ outcome: 'existing' }]);
    expect(writes(sent)).toEqual([]);
  });

  test('Issue with Issue Another issues a second pass', async () => {
    expect((await again('issueAnother')).out).toMatchObject([{ outcome: 'created' }]);
    expect(passes()).toHaveLength(2);
  });

  test('Issue with Fail rejects the item and names the existing pass', async () => {
    const { error } = await again('fail');
    const details = { existingPassId: passes()[0]?.id };
    expect(error).toMatchObject({ kind: 'conflict', message: textWith("'M-1'"), details });
    expect(passes()).toHaveLength(1);
  });

  test('The same external ID in several items of a run becomes one pass', async () => {
    const { loyalty: templateId } = templates();
    const items = Array.from({ length: 12 }, (_, i) => ({
      templateId,
      externalId: `new-${i % 2}`,
    }));
    const { out } = await core.run(create, items);
    expect(out.filter(({ outcome }) => outcome === 'created')).toHaveLength(2);
    expect(out.filter(({ outcome }) => outcome === 'existing')).toHaveLength(10);
    expect(passes()).toHaveLength(3);
  });

  test('The last item wins if several items of Create or Update have the same external ID', async () => {
    control().setLatency(3);
    const item = { templateId: templates().loyalty, externalId: 'M-2' };
    const items = [0, 1, 2].map((i) => ({ ...item, fieldValues: { accountName: `Ana ${i}` } }));
    const { out } = await core.run(upsert, items);
    expect(out.map(({ outcome }) => outcome)).toEqual(['created', 'updated', 'updated']);
    const [found, ...others] = passes().filter(({ externalId }) => externalId === 'M-2');
    expect(found?.templateFields.accountName).toBe('Ana 2');
    expect(others).toEqual([]);
  });
});

const fieldValues = { favoritDrink: 'Tea', homeShop: 'a' };

test('An unknown field is refused, with the nearest one as the fix', async () => {
  const { error, sent } = await issue({ fieldValues });
  const fix = textWith("Did you mean 'favoriteDrink'");
  expect(error).toMatchObject({ kind: 'invalidInput', field: 'favoritDrink', fix });
  expect(writes(sent)).toEqual([]);
});
