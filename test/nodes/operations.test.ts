import type { IDataObject } from 'n8n-workflow';

import { expression } from '../support/expression';
import { someText, textWith } from '../support/matchers';
import { byId, mapped, passByExternalId, passById, useN8n } from '../support/n8n';

const n8n = useN8n();
const templates = () => n8n.sandbox.templates;
const control = () => n8n.sandbox.control;

/** A pass of the loyalty template with external ID M-1. */
function seedPass(values: object = {}): string {
  const [id] = control().seedPasses(templates().loyalty, 1, {
    values: { externalId: 'M-1', email: 'ana@example.com', phone: '+4915112345678', ...values },
  });
  return id ?? '';
}

describe('Issue Several to One Person', () => {
  const entry = (externalId: string, more: object = {}) => ({
    templateId: templates().loyalty,
    externalId,
    ...more,
  });
  const group = (entries: object[], more: object = {}, items?: IDataObject[]) =>
    n8n.pass(
      'createGroup',
      { passes: { entry: entries }, email: 'ana@example.com', ...more },
      { items },
    );

  it('sends one request, one message and one link; each pass has its own ID', async () => {
    const { out } = await group([
      entry('G-1', { fieldValues: { field: [{ id: 'Member', value: 'Ana' }] } }),
      entry('G-2', { templateId: templates().eventTicket, options: { validUntil: '2035-12-31' } }),
    ]);
    const bodies = n8n.bodies('POST', '/pass');
    expect(bodies).toHaveLength(1);
    expect(bodies[0]?.passes).toEqual([
      {
        templateId: templates().loyalty,
        externalId: 'G-1',
        templateFields: { accountName: 'Ana' },
      },
      {
        templateId: templates().eventTicket,
        externalId: 'G-2',
        templateFields: { validUntil: '2035-12-31T22:59:59.999Z' },
      },
    ]);
    expect(control().outbox()).toHaveLength(1);
    const [first, second] = [templates().loyalty, templates().eventTicket].map(
      (id) => control().passes(id)[0]?.id,
    );
    expect(out).toMatchObject([
      {
        outcome: 'created',
        recovered: false,
        link: textWith('/g/'),
        passes: [
          { id: first, externalId: 'G-1', link: someText },
          {
            id: second,
            externalId: 'G-2',
            validUntil: '2035-12-31T22:59:59.999Z',
          },
        ],
      },
    ]);
    expect(out[0]?.groupId).not.toBe(first);
  });

  it('a single pass is not a group', async () => {
    const { out } = await group([entry('G-1')]);
    expect(out).toMatchObject([{ outcome: 'created', passes: [{ externalId: 'G-1' }] }]);
    expect(out[0]).not.toHaveProperty('groupId');
  });

  it('sending without a contact is refused', async () => {
    const { error, sent } = await group([entry('G-1')], { email: '', sendToEmail: 'send' });
    expect(error?.message).toBe("'Email' is empty, but 'Send Email' is set to Send [item 0]");
    expect(sent).not.toContain('POST /pass');
  });

  it('all invalid passes of an item are reported together', async () => {
    const { error } = await group([
      entry('G-1', { options: { collectedStamps: 51 } }),
      entry(' G-2 ', { templateId: 'gone', options: { validUntil: 'soon' } }),
    ]);
    const { invalid = [] } = error?.context as { invalid?: { message: string }[] };
    expect(invalid.map(({ message }) => message.slice(0, 26))).toEqual([
      "Pass 1: 'Collected Stamps'",
      "Pass 2: 'Valid Until' is n",
    ]);
  });

  it('refuses an unknown template before issuing the others', async () => {
    const { error, sent } = await group([entry('G-1'), entry('G-2', { templateId: 'gone' })]);
    expect(error?.message).toBe("Pass 2: Template not found: 'gone' [item 0]");
    expect(sent).not.toContain('POST /pass');
  });

  it('all existing ones are returned; only some existing are refused', async () => {
    await group([entry('G-1'), entry('G-2')]);
    const again = await group([entry('G-1'), entry('G-2')]);
    expect(again.out).toMatchObject([
      { outcome: 'existing', passes: [{ externalId: 'G-1' }, { externalId: 'G-2' }] },
    ]);
    const some = await group([entry('G-2'), entry('G-3')]);
    expect(some.error?.message).toBe('Passes with these external IDs already exist: G-2 [item 0]');
    const fail = await group([entry('G-1'), entry('G-2')], { options: { ifExists: 'fail' } });
    expect(fail.error?.message).toContain('G-1, G-2');
    expect(control().outbox()).toHaveLength(1);
  });

  it('the same passes twice in one run are issued once, regardless of the contact', async () => {
    const entries = [entry('G-1'), entry('G-2')];
    const { out } = await group(entries, { email: '={{ $json.email }}' }, [
      { email: 'a@example.com' },
      { email: 'b@example.com' },
    ]);
    expect(out.map(({ outcome }) => outcome)).toEqual(['created', 'existing']);
    expect(control().outbox()).toHaveLength(1);
  });

  it.each([
    [[{ externalId: '={{ "" }}' }], /Pass 1: 'External ID' is empty/],
    [[{}, { externalId: 'G-1' }], /external ID 'G-1' appears twice/],
    [
      [{}, { externalId: 'G-2', options: { collectedStamps: 51 } }],
      /Pass 2: 'Collected Stamps' must be/,
    ],
    [
      [{}, { externalId: 'G-2', options: { validUntil: 'soon' } }],
      /Pass 2: 'Valid Until' is not a valid date/,
    ],
    [
      [{}, { externalId: 'G-2', fieldValues: { field: [{ id: 'nope', value: 'x' }] } }],
      /Pass 2: The template has no field 'nope'/,
    ],
    [[], /'Passes' must have 1 to 10 entries/],
    [Array.from({ length: 11 }, (_, i) => ({ externalId: `G-${i}` })), /1 to 10 entries/],
  ])('a bad entry is named by its number: %j', async (entries, words) => {
    const { error, sent } = await group(entries.map((one) => ({ ...entry('G-1'), ...one })));
    expect(error?.message).toMatch(words);
    expect(error?.message).toMatch(/\[item 0\]$/);
    expect(sent.filter((one) => !one.startsWith('GET /templates'))).toEqual([]);
  });
});

describe('Create or Update', () => {
  const upsert = (more: object = {}, key?: string) =>
    n8n.pass(
      'upsert',
      { templateId: byId(templates().loyalty), externalId: 'M-1', ...more },
      { key },
    );
  const live = {
    ...mapped({ accountName: 'Ana', balance: 5 }),
    options: { collectedStamps: 2, validUntil: '2099-01-01' },
  };

  it('creates and delivers the pass if the PATCH finds none', async () => {
    const { out, sent } = await upsert({ email: 'ana@example.com', ...live });
    expect(sent).toEqual([`GET /templates/${templates().loyalty}`, 'PATCH /pass', 'POST /pass']);
    expect(out).toMatchObject([
      {
        outcome: 'created',
        externalId: 'M-1',
        link: someText,
        validUntil: '2099-01-01T22:59:59.999Z',
      },
    ]);
    expect(control().outbox()).toHaveLength(1);
    expect(control().passes(templates().loyalty)).toMatchObject([
      { collectedStamps: 2, templateFields: { balance: 5, accountName: 'Ana' } },
    ]);
  });

  it('updates a pass and keeps its stamps, balance and dates', async () => {
    const id = seedPass({ collectedStamps: 7, isValid: false, templateFields: { balance: 90 } });
    const { out } = await upsert(live);
    expect(n8n.bodies('PATCH', '/pass')).toEqual([
      {
        externalId: 'M-1',
        templateId: templates().loyalty,
        templateFields: { accountName: 'Ana' },
      },
    ]);
    expect(out).toMatchObject([{ id, outcome: 'updated', link: someText }]);
    expect(out[0]).not.toHaveProperty('validUntil');
    expect(control().outbox()).toEqual([]);
    expect(control().pass(id)).toMatchObject({
      isValid: false,
      collectedStamps: 7,
      templateFields: { balance: 90 },
    });
  });

  it('overwrites live values if asked', async () => {
    const id = seedPass({ collectedStamps: 7, isValid: false, templateFields: { balance: 90 } });
    const { out } = await upsert({ ...live, options: { ...live.options, writeLiveValues: true } });
    expect(out).toMatchObject([{ validUntil: '2099-01-01T22:59:59.999Z' }]);
    expect(control().pass(id)).toMatchObject({
      isValid: true,
      collectedStamps: 2,
      templateFields: { balance: 5 },
    });
  });

  it('with nothing to write only reads', async () => {
    const id = seedPass();
    const { out, sent } = await upsert({ options: { collectedStamps: 3 } });
    expect(sent).toEqual(['GET /pass']);
    expect(out).toMatchObject([{ id, outcome: 'existing' }]);
  });

  it('works without the scope to read passes; links are a convenience', async () => {
    seedPass();
    const key = control().addKey(['passes.edit', 'passes.create', 'templates.viewAll']);
    const { out } = await upsert(mapped({ accountName: 'Ana' }), key);
    expect(out).toMatchObject([{ outcome: 'updated' }]);
    expect(out[0]).not.toHaveProperty('link');
  });
});

describe('Get', () => {
  it('returns links and install state', async () => {
    const id = seedPass();
    control().phoneAdded(id, 'a');
    for (const pass of [passById(id), passByExternalId('M-1', templates().loyalty)]) {
      const { out } = await n8n.pass('get', { ...pass, simplify: false });
      expect(out).toMatchObject([{ id, externalId: 'M-1', deviceCount: 1, installed: true }]);
    }
  });

  it('finds field values by contact in one search, else by a scan that stops early', async () => {
    control().seedPasses(templates().loyalty, 700, { from: 1_000_000_000_000 });
    const id = seedPass({ templateFields: { balance: 5 } });
    const get = (options: object) =>
      n8n.pass(
        'get',
        {
          ...passById(id),
          templateId: byId(templates().loyalty),
          options: { includeFieldValues: true, ...options },
        },
        { mode: 'trigger' },
      );
    const scanned = await get({});
    expect(scanned.out).toMatchObject([{ id, status: 'valid', balance: 5 }]);
    expect(scanned.sent).toEqual(['GET /pass', 'GET /passes']);
    const found = await get({ contact: 'Ana@Example.com' });
    expect(found.out).toEqual(scanned.out);
    expect(found.sent).toEqual(['GET /pass', 'GET /passes/search']);
  });

  it('fails if the pass is not on the given template', async () => {
    const id = seedPass();
    const { error } = await n8n.pass('get', {
      ...passById(id),
      templateId: byId(templates().offer),
      options: { includeFieldValues: true },
    });
    expect(error?.message).toMatch(/not among the passes of the template/);
    expect(error?.context).toMatchObject({ field: 'templateId' });
  });

  it('needs the template for field values, before anything is sent', async () => {
    const { error, sent } = await n8n.pass('get', {
      ...passById(seedPass()),
      options: { includeFieldValues: true },
    });
    expect(error?.message).toBe("'Template' is required for 'Include Field Values' [item 0]");
    expect(sent).toEqual([]);
  });
});

describe('Update', () => {
  const update = (more: object) => n8n.pass('update', { ...passById(seedPass()), ...more });

  it('sends only filled inputs', async () => {
    const { out } = await update({
      templateId: byId(templates().loyalty),
      ...mapped({ accountName: '', homeShop: 'Quay 4', balance: 0 }),
      updateFields: {
        email: 'new@example.com',
        collectedStamps: 0,
        phone: '',
        validFrom: '2026-01-01',
      },
    });
    const sentDates = { validFrom: '2025-12-31T23:00:00.000Z' };
    expect(n8n.bodies('PATCH', '/pass')).toEqual([
      {
        id: someText,
        templateFields: { balance: 0, ...sentDates },
        customFields: { homeShop: 'Quay 4' },
        email: 'new@example.com',
        collectedStamps: 0,
      },
    ]);
    expect(out).toMatchObject([{ externalId: 'M-1', updated: true, ...sentDates }]);
    expect(control().outbox()).toEqual([]);
  });

  it('sends type fields in templateFields even without the template', async () => {
    await update(mapped({ balance: 1, homeShop: 'x' }));
    expect(n8n.bodies('PATCH', '/pass')).toMatchObject([
      { templateFields: { balance: 1 }, customFields: { homeShop: 'x' } },
    ]);
  });
});

describe('Void and Reactivate', () => {
  it('void with a reason, reactivate with a date', async () => {
    const id = seedPass();
    const voided = await n8n.pass('void', {
      ...passById(id),
      options: { invalidatedReason: 'refunded' },
    });
    expect(voided.out).toEqual([
      { id, externalId: 'M-1', voided: true, invalidatedReason: 'refunded' },
    ]);
    expect(control().pass(id)).toMatchObject({ state: 'voided', invalidatedReason: 'refunded' });
    const back = await n8n.pass('reactivate', {
      ...passByExternalId('M-1', templates().loyalty),
      options: { validUntil: '2099-12-31' },
    });
    expect(back.out).toEqual([
      { id, externalId: 'M-1', reactivated: true, validUntil: '2099-12-31T22:59:59.999Z' },
    ]);
    expect(control().pass(id)).toMatchObject({ state: 'valid' });
  });

  it('sends no date when voiding and no reason when reactivating', async () => {
    const id = seedPass();
    await n8n.pass('void', passById(id));
    await n8n.pass('reactivate', passById(id));
    expect(n8n.bodies('PATCH', '/pass')).toEqual([
      { id, isValid: false },
      { id, isValid: true },
    ]);
  });
});

describe('Resend', () => {
  it('sends to the contacts of the pass by default', async () => {
    const { out } = await n8n.pass('resend', passById(seedPass()));
    expect(n8n.bodies('POST', /resend$/)).toEqual([
      { sendToEmail: true, sendToPhone: false },
      { sendToEmail: false, sendToPhone: true },
    ]);
    expect(out).toMatchObject([
      { accepted: true, emailRequested: 'yes', textMessageRequested: 'yes' },
    ]);
    expect(
      control()
        .outbox()
        .map(({ kind }) => kind),
    ).toEqual(['email', 'text']);
  });

  it('finds the pass ID for an external ID', async () => {
    const { sent } = await n8n.pass('resend', {
      ...passByExternalId('M-1', templates().loyalty),
      sendToPhone: 'doNotSend',
      sendToEmail: 'send',
      options: { email: 'new@example.com', locale: 'de', channels: ['CHAT_APP_1'] },
      _: seedPass(),
    });
    expect(sent).toEqual(['GET /pass', textWith(/^POST \/pass\/.+\/resend$/)]);
    expect(n8n.bodies('POST', /resend$/)).toEqual([
      {
        email: 'new@example.com',
        sendToPhone: false,
        sendToEmail: true,
        channels: ['CHAT_APP_1'],
        locale: 'de',
      },
    ]);
    expect(control().outbox()).toMatchObject([
      { kind: 'email', to: 'new@example.com', locale: 'de' },
    ]);
  });

  it('reports the service’s refusal', async () => {
    const { error } = await n8n.pass('resend', {
      ...passById(seedPass({ phone: undefined })),
      sendToPhone: 'send',
    });
    expect(error).toMatchObject({ httpCode: '400' });
    expect(error?.message).toContain('The pass has no phone number to send to');
  });
});

describe('Notify', () => {
  const message = { title: 'See you', content: 'Doors open at 19:00' };

  it('reaches the wallet that contains the pass', async () => {
    const id = seedPass();
    control().phoneAdded(id, 'a');
    const { out } = await n8n.pass('notify', {
      ...passById(id),
      ...message,
      options: { validUntil: '2099-01-01' },
    });
    expect(n8n.bodies('POST', /notify$/)).toEqual([
      { ...message, validUntil: '2099-01-01T22:59:59.999Z' },
    ]);
    expect(out).toEqual([{ id, delivered: true, validUntil: '2099-01-01T22:59:59.999Z' }]);
    expect(control().outbox()).toMatchObject([{ kind: 'walletNotification', title: 'See you' }]);
  });

  it('reports a message that reaches no device, or fails if asked to', async () => {
    const id = seedPass();
    const { out } = await n8n.pass('notify', { ...passById(id), ...message });
    expect(out).toEqual([
      {
        id,
        delivered: false,
        reason: 'no_registered_devices',
        explanation: textWith('No wallet holds'),
      },
    ]);
    const strict = await n8n.pass('notify', {
      ...passById(id),
      ...message,
      options: { failIfNotDelivered: true },
    });
    expect(strict.error?.message).toMatch(/not shown on a phone/);
    expect(strict.error?.context).toMatchObject({ code: 'no_registered_devices' });
  });

  it('reports a message that the pass already shows', async () => {
    const id = seedPass();
    control().phoneAdded(id, 'a');
    await n8n.pass('notify', { ...passById(id), ...message });
    const { out } = await n8n.pass('notify', { ...passById(id), ...message });
    expect(out).toMatchObject([{ delivered: false, reason: 'unchanged_message' }]);
  });

  it('explains how to create a missing wallet B copy', async () => {
    const id = seedPass();
    control().setWalletBCopy(id, false);
    const { error } = await n8n.pass('notify', { ...passById(id), ...message });
    expect(`${error?.message ?? ''} ${error?.description ?? ''}`).toMatch(
      /wallet B.*Update any field/s,
    );
  });
});

describe('Find by Email or Phone', () => {
  it('finds by email in any case, with a plus sign, and by phone', async () => {
    const id = seedPass({ email: 'ana+vip@example.com' });
    const find = async (searchQuery: string) =>
      (await n8n.pass('search', { templateId: byId(templates().loyalty), searchQuery })).out.map(
        (one) => one.id,
      );
    expect(await find(' Ana+VIP@example.com')).toEqual([id]);
    expect(await find('+49 151 12345678')).toEqual([id]);
    expect(await find('nobody@example.com')).toEqual([]);
  });

  it('rejects only spaces as empty', async () => {
    const { error, sent } = await n8n.pass('search', {
      templateId: byId(templates().loyalty),
      searchQuery: '={{ "  " }}',
    });
    expect(error?.message).toBe("'Email or Phone' is empty [item 0]");
    expect(sent).toEqual([]);
  });
});

describe('Export', () => {
  const exportPasses = (more: object = {}) =>
    n8n.pass('export', { templateId: byId(templates().giftCard), ...more });
  beforeEach(() => {
    control().seedPasses(templates().giftCard, 3, {
      each: (i) => ({
        email: `g${i}@example.com`,
        templateFields: { pin: '0042', balance: 12.5 },
        customFields: { giftMessage: 'a, "b"\n€ 🎁' },
        walletADevices: i === 0 ? 1 : 0,
      }),
    });
  });

  it('returns the CSV as a file, byte for byte', async () => {
    const { out, run } = await exportPasses();
    const [item] = run.items('Wallet Pass');
    expect(out).toEqual([{ id: someText, fileName: textWith(/^passes-.*\.csv$/), passCount: 3 }]);
    const csv = Buffer.from(item?.binary?.data?.data ?? '', 'base64').toString();
    expect(item?.binary?.data).toMatchObject({ mimeType: 'text/csv', fileName: out[0]?.fileName });
    expect(csv.split('\n')[0]).toMatch(/^name,email,phone,redemptionValue,/);
    expect(csv).toContain('€ 🎁');
  });

  it('outputs the file under the requested field', async () => {
    const { run } = await exportPasses({ binaryPropertyName: 'csv' });
    expect(Object.keys(run.items('Wallet Pass')[0]?.binary ?? {})).toEqual(['csv']);
  });

  it('optionally outputs an item per row, every value as text', async () => {
    const { out } = await exportPasses({ outputAs: 'items' });
    expect(out).toHaveLength(3);
    expect(out[0]).toMatchObject({
      email: 'g2@example.com',
      pin: '0042',
      giftMessage: 'a, "b"\n€ 🎁',
    });
  });

  it('filters by status', async () => {
    const { out } = await exportPasses({ outputAs: 'items', filters: { status: 'installed' } });
    expect(out.map(({ email }) => email)).toEqual(['g0@example.com']);
  });

  it('of an empty template is a file without rows', async () => {
    const { out } = await n8n.pass('export', { templateId: byId(templates().offer) });
    expect(out).toMatchObject([{ passCount: 0 }]);
  });
});

describe('conflicting inputs', () => {
  it.each([
    [
      'resend',
      () => ({
        ...passById(seedPass()),
        sendToPhone: expression("$itemIndex === 1 ? 'doNotSend' : 'send'"),
        sendToEmail: 'doNotSend',
      }),
      /^Both/,
    ],
    [
      'update',
      () => ({
        ...passById(seedPass()),
        updateFields: { phone: expression("$itemIndex === 1 ? '' : '+49151123456'") },
      }),
      /nothing to change/,
    ],
    [
      'reactivate',
      () => ({
        ...passById(seedPass()),
        options: { validUntil: expression("$itemIndex === 1 ? '2020-01-01' : '2099-01-01'") },
      }),
      /in the past/,
    ],
    [
      'get',
      () => ({
        ...passById(seedPass()),
        options: { includeFieldValues: expression('$itemIndex === 1') },
      }),
      /is required for/,
    ],
  ] as [string, () => object, RegExp][])(
    'of %s are refused before anything is sent for any item',
    async (operation, parameters, words) => {
      const { error, sent } = await n8n.pass(operation, parameters(), { items: [{}, {}] });
      expect(error?.message).toMatch(words);
      expect(error?.message).toMatch(/\[item 1\]$/);
      expect(sent).toEqual([]);
      const going = await n8n.pass(operation, parameters(), {
        items: [{}, {}],
        node: { onError: 'continueRegularOutput' },
      });
      expect(going.out[0]).not.toHaveProperty('error');
      expect(going.out[1]?.error).toMatch(words);
    },
  );
});
