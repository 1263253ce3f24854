import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { expression } from '../support/expression';
import { textWith } from '../support/matchers';
import type { PassRun } from '../support/n8n';
import { byId, mapped, passByExternalId, passById, useN8n } from '../support/n8n';
import { allProperties } from '../support/properties';
import { startStub } from '../zapier/stubService';

/** Rules of the service that apply to all operations on passes. */
const n8n = useN8n();
const templates = () => n8n.sandbox.templates;
const control = () => n8n.sandbox.control;
const loyalty = () => ({ templateId: byId(templates().loyalty) });

function seedPass(values: object = {}): string {
  const [id = ''] = control().seedPasses(templates().loyalty, 1, {
    values: { externalId: 'M-1', email: 'ana@example.com', phone: '+4915112345678', ...values },
  });
  return id;
}
const update = (more: object, options: PassRun = {}) =>
  n8n.pass('update', { identifyBy: 'passId', ...more }, options);
/** Texts of the parameters and operations of the resource `pass`. */
function text(operation: string, path: string): string {
  const { properties } = n8n.engine.nodeType('walletPass').description;
  const shown = ({ displayOptions: { show = {} } = {} }: INodeProperties) =>
    show.resource?.includes('pass') && show.operation?.includes(operation);
  const found = allProperties(properties.filter(shown)).find(
    ({ path: at }) => at.replace(/\([^)]*\)/, '') === path,
  );
  return found?.property.description ?? '';
}
function operationText(operation: string): string {
  const { properties } = n8n.engine.nodeType('walletPass').description;
  const choice = properties.find(
    ({ name, displayOptions: shown }) =>
      name === 'operation' && shown?.show?.resource?.includes('pass'),
  );
  const options = (choice?.options ?? []) as { value: string; description: string }[];
  return options.find(({ value }) => value === operation)?.description ?? '';
}

describe('identity', () => {
  it('distinguishes a wrong key from a pass of another account by checking the key', async () => {
    const foreign = await n8n.pass('get', passById(n8n.sandbox.foreign.passId));
    expect(foreign.sent).toEqual(['GET /pass', 'POST /auth']);
    expect(foreign.error?.context).toMatchObject({ kind: 'notFound' });
    const key = control().addKey(['passes.viewAll']);
    control().disableKey(key);
    const dead = await n8n.pass('get', passById(seedPass()), { key });
    expect(dead.sent).toEqual(['GET /pass', 'POST /auth']);
    expect(dead.error?.context).toMatchObject({ kind: 'wrongKey' });
  });

  it('treats one external ID twice in a run of Create or Update as one pass', async () => {
    control().setLatency(3);
    const { out } = await n8n.pass(
      'upsert',
      {
        ...loyalty(),
        externalId: 'M-1',
        ...mapped({ accountName: expression('"Ana " + $itemIndex') }),
      },
      { items: [{}, {}, {}] },
    );
    expect(out.map(({ outcome }) => outcome)).toEqual(['created', 'updated', 'updated']);
    expect(control().passes(templates().loyalty)).toMatchObject([
      { templateFields: { accountName: 'Ana 2' } },
    ]);
  });

  it('names the pass that was changed if two share an external ID', async () => {
    const ids = [seedPass(), seedPass()];
    const { out } = await n8n.pass('void', passByExternalId('M-1', templates().loyalty));
    expect(ids).toContain(out[0]?.id);
    expect(ids.filter((id) => control().pass(id)?.isValid)).toHaveLength(1);
  });

  it('advises against an email address in the barcode, and asks for a value if one is needed', () => {
    expect(text('create', 'externalId')).toMatch(/not an email address.*barcode/);
    expect(text('create', 'options/redemptionValue')).toMatch(/EAN-13 or ITF/);
  });
});

describe('issuing', () => {
  it('sends the template with each pass and the contact at the top level', async () => {
    await n8n.pass('create', { ...loyalty(), email: 'ana@example.com', phone: '+4915112345678' });
    expect(n8n.bodies('POST', '/pass')).toEqual([
      {
        passes: [{ templateId: templates().loyalty }],
        email: 'ana@example.com',
        phone: '+4915112345678',
      },
    ]);
  });

  it('sends currency and balance unchanged', async () => {
    await n8n.pass('create', {
      ...loyalty(),
      ...mapped({ currencyCode: 'eur', balance: '12.50' }),
    });
    expect(n8n.bodies('POST', '/pass')).toMatchObject([
      { passes: [{ templateFields: { currencyCode: 'eur', balance: '12.50' } }] },
    ]);
  });

  it('accepts a new template that has no wallet links yet', async () => {
    control().setClock(control().now());
    const { out: made } = await n8n.pass(
      'create',
      { name: 'New', type: 'generic' },
      { resource: 'template' },
    );
    const template = { templateId: byId(made[0]?.id as string), simplify: false };
    const { out, error } = await n8n.pass('create', template);
    expect(error).toBeUndefined();
    expect(out).toMatchObject([{ link: textWith('http') }]);
    control().advanceClock(10_000);
    const later = await n8n.pass('create', template);
    expect(later.out[0]?.addToWalletLinks).toMatchObject({ walletA: textWith('http') });
  });

  it('returns links under clear names, and no values that are not confirmed', async () => {
    const { out } = await n8n.pass('create', {
      ...loyalty(),
      ...mapped({ accountName: 'Ana' }),
      simplify: false,
    });
    expect(out).toMatchObject([
      {
        addToWalletLinks: { walletA: textWith('http'), walletB: textWith('http') },
        buttonImages: { walletA: textWith('http'), walletB: textWith('http') },
      },
    ]);
    for (const key of ['templateFields', 'customFields', 'isValid', 'pass', 'badge']) {
      expect(out[0]).not.toHaveProperty(key);
    }
  });

  it('reads a template once, however many items use it', async () => {
    const { sent } = await n8n.pass(
      'create',
      { ...loyalty(), ...mapped({ accountName: 'Ana' }) },
      { items: Array<IDataObject>(5).fill({}) },
    );
    expect(sent.filter((one) => one.startsWith('GET'))).toEqual([
      `GET /templates/${templates().loyalty}`,
    ]);
  });

  it('warns that testing sends messages, and explains how to avoid it', () => {
    for (const key of ['sendToEmail', 'sendToPhone']) {
      expect(text('create', key)).toMatch(/Tests send real messages.*Do Not Send/);
    }
  });

  it('reports a plan limit in the middle of a run per item', async () => {
    control().setAccount({ passQuota: 2 });
    const { out, run } = await n8n.pass('create', loyalty(), {
      items: [{}, {}, {}, {}],
      node: { onError: 'continueRegularOutput' },
    });
    const refused = out.filter(({ error }) => error !== undefined);
    expect(refused).toHaveLength(2);
    for (const one of refused) {
      expect(one.details).toMatchObject({
        kind: 'planLimit',
        httpCode: 402,
        code: 'upgrade_required',
      });
    }
    expect(run.items('Wallet Pass').map(({ pairedItem }) => pairedItem)).toEqual(
      [0, 1, 2, 3].map((item) => ({ item })),
    );
    expect(n8n.bodies('POST', '/pass')).toHaveLength(4);
  });
});

describe('changing', () => {
  it('sends nothing for empty inputs, and cannot clear an expiry', async () => {
    const id = seedPass();
    await update({
      passId: byId(id),
      ...mapped({ accountName: '', homeShop: null }),
      updateFields: { validUntil: '', phone: '', redemptionValue: 'B-1' },
    });
    expect(n8n.bodies('PATCH', '/pass')).toEqual([{ id, redemptionValue: 'B-1' }]);
    expect(text('update', 'updateFields/validUntil')).toMatch(/changed but not removed/);
  });

  it('does not revive a voided or expired pass unless a date is given', async () => {
    const id = seedPass({
      isValid: false,
      templateFields: { validUntil: '2020-01-01T00:00:00.000Z' },
    });
    await update({ passId: byId(id), updateFields: { redemptionValue: 'B-1' } });
    expect(control().pass(id)).toMatchObject({ isValid: false });
    const { out } = await n8n.pass('getAll', { ...loyalty(), simplify: false });
    expect(out).toMatchObject([{ id, isValid: false, expired: true }]);
    expect(text('update', 'updateFields/validUntil')).toMatch(/valid again/);
  });

  it('explains memberships that renew', () => {
    expect(text('create', 'options/validUntil')).toMatch(/renews/);
  });

  it('stores a new contact without sending to it, and promises no alert', async () => {
    const id = seedPass();
    await update({
      passId: byId(id),
      updateFields: { email: 'new@example.com', phone: '+491511111111' },
    });
    expect(control().pass(id)).toMatchObject({ email: 'new@example.com' });
    expect(control().outbox()).toEqual([]);
    expect(text('update', 'updateFields/email')).toMatch(/nothing is sent.*Resend/);
    expect(operationText('update')).not.toMatch(/notif|alert/i);
  });

  it('sends a stamp count and a balance as values, never beside an operation', async () => {
    const id = seedPass();
    await update({
      passId: byId(id),
      ...loyalty(),
      ...mapped({ balance: 9 }),
      updateFields: { collectedStamps: 3 },
    });
    const operate = { ...passById(id), amount: 1 };
    await n8n.pass('add', operate, { resource: 'balance' });
    expect(n8n.bodies('PATCH', '/pass')).toEqual([
      { id, templateFields: { balance: 9 }, collectedStamps: 3 },
      { id, balanceOperation: { operation: 'add', amount: 1 } },
    ]);
  });

  it('refuses epoch milliseconds as a date', async () => {
    const { error, sent } = await update({
      passId: byId('p'),
      updateFields: { validUntil: expression('1893456000000') },
    });
    expect(error?.message).toMatch(/^'Valid Until' is not a valid date/);
    expect(sent).toEqual([]);
  });

  it('shows a message for one day until the end of that day', async () => {
    const id = seedPass();
    control().phoneAdded(id, 'a');
    await n8n.pass('notify', {
      ...passById(id),
      title: 'T',
      content: 'C',
      options: { validUntil: '2099-06-01' },
    });
    expect(n8n.bodies('POST', /notify$/)).toMatchObject([
      { validUntil: '2099-06-01T21:59:59.999Z' },
    ]);
  });
});

describe('reading', () => {
  it('returns times unchanged and as ISO 8601, and 0 devices as not in a wallet', async () => {
    const id = seedPass();
    const { out } = await n8n.pass('getAll', { ...loyalty(), simplify: false });
    const { created } = out[0] as { created: number };
    expect(out).toMatchObject([
      { id, deviceCount: 0, installed: false, createdIso: new Date(created).toISOString() },
    ]);
    control().phoneAdded(id, 'a');
    control().phoneRemoved(id, 'a');
    const { out: again } = await n8n.pass('get', { ...passById(id), simplify: false });
    expect(again).toMatchObject([{ deviceCount: 0, installed: false }]);
  });

  it('filters a status locally, so that paging and the total stay correct', async () => {
    control().seedPasses(templates().loyalty, 6, { each: (i) => ({ walletADevices: i % 2 }) });
    const { out } = await n8n.pass('getAll', {
      ...loyalty(),
      returnAll: true,
      filters: { status: 'not_installed' },
    });
    expect(out).toHaveLength(3);
    for (const { query } of control().requests()) {
      expect(query).not.toMatchObject({ status: 'not_installed' });
    }
  });

  it('passes on fields that the service adds later', async () => {
    const row = { id: 'p1', created: 1, isValid: true, deviceCount: 0, mood: { of: 'the day' } };
    const stub = await startStub(() => ({ body: { passes: [row], totalCount: 1 } }));
    const { out } = await n8n.pass(
      'getAll',
      { ...loyalty(), simplify: false },
      { baseUrl: stub.baseUrl },
    );
    expect(out).toMatchObject([{ id: 'p1', mood: { of: 'the day' } }]);
  });
});

describe('the trigger', () => {
  it('explains that passes issued by this connector trigger it, too', () => {
    const { properties } = n8n.engine.nodeType('walletPassTrigger').description;
    const event = properties.find(({ name }) => name === 'event');
    expect(event?.options).toContainEqual(
      expect.objectContaining({ value: 'newPass', description: textWith('this connector') }),
    );
  });
});
