import { expression } from '../support/expression';
import { someText, textWith } from '../support/matchers';
import type { PassRun } from '../support/n8n';
import { byId, useN8n } from '../support/n8n';
import { startStub } from '../zapier/stubService';

const n8n = useN8n();
const control = () => n8n.sandbox.control;
const defaultValue = () => n8n.sandbox.keys['Full access'];

const run = (operation: string, parameters: object = {}, options: PassRun = {}) =>
  n8n.pass(operation, parameters, { resource: 'apiKey', ...options });

/** IDs of the keys by label. */
async function ids(): Promise<Record<string, string>> {
  const { out } = await run('getAll', { returnAll: true });
  return Object.fromEntries(out.map(({ label, id }) => [label as string, id as string]));
}
const ref = async (label: string) => ({ keyId: byId((await ids())[label] ?? label) });
/** Whether the service accepts a key. */
async function works(key: string): Promise<boolean> {
  const { error } = await n8n.pass('get', {}, { resource: 'account', key });
  return error === undefined;
}
const NEW = { label: 'Front desk', scopes: ['passes.create', 'passes.viewAll'], confirm: true };

describe('Get Many', () => {
  it('shows the prefix of every key and the value of none', async () => {
    const key = control().addKey('all', 'Second full key');
    const { out, sent, run: execution } = await run('getAll', { limit: 50 }, { key });
    expect(sent).toEqual(['GET /api-keys']);
    expect(out.map(({ label }) => label).sort()).toEqual([
      'Default',
      'Issue access badges',
      'Manage passes',
      'Read only',
      'Second full key',
    ]);
    for (const one of out) {
      expect(one).toMatchObject({ id: someText, prefix: textWith(/^svc_sk_/), disabled: false });
      expect(one).not.toHaveProperty('plaintext');
    }
    expect(JSON.stringify(execution.data)).not.toContain(defaultValue());
    expect((await run('getAll', { limit: 2 })).out).toHaveLength(2);
  });

  it.each([
    ['a bare list', (keys: object[]) => keys],
    ['under another name', (keys: object[]) => ({ data: keys })],
    ['in a form nobody knows', (keys: object[]) => ({ items: keys })],
  ])('shows no value even if the service returns the values as %s', async (_name, wrap) => {
    const value = 'svc_sk_theValueOfTheDefaultKey';
    const stub = await startStub(() => ({
      body: wrap([{ id: 'k1', label: 'Default', plaintext: value, value, key: value }]),
    }));
    for (const onError of ['stopWorkflow', 'continueRegularOutput']) {
      const { run: execution } = await run(
        'getAll',
        {},
        { baseUrl: stub.baseUrl, node: { onError } },
      );
      expect(JSON.stringify(execution.data)).not.toContain('theValueOfTheDefaultKey');
    }
  });
});

describe('Create', () => {
  it('returns the value once, in a separate field', async () => {
    const { out, sent, run: execution } = await run('create', NEW);
    expect(sent).toEqual(['POST /api-keys']);
    expect(n8n.bodies('POST', '/api-keys')).toEqual([{ label: NEW.label, scopes: NEW.scopes }]);
    const [made] = out;
    expect(made).toMatchObject({
      id: someText,
      label: 'Front desk',
      scopes: NEW.scopes,
      disabled: false,
      plaintext: textWith(/^svc_sk_/),
    });
    const value = made?.plaintext as string;
    expect(JSON.stringify(execution.data.resultData).split(value)).toHaveLength(2);
    expect(await works(value)).toBe(true);
    expect(JSON.stringify((await run('getAll', { returnAll: true })).run.data)).not.toContain(
      value,
    );
  });

  it('does not retry after an unknown result, because the value of a lost response cannot be read again', async () => {
    control().queueFault({ kind: 'dropAfter', match: { method: 'POST' } });
    const { error, sent } = await run('create', NEW, {
      node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
    });
    expect(sent).toEqual(['POST /api-keys']);
    expect(error?.context).toMatchObject({ kind: 'outcomeUnknown' });
    expect(error?.description).toContain('dashboard');
  });

  it('keeps the value out of the report of completed items', async () => {
    const { error, run: execution } = await run(
      'create',
      {
        ...NEW,
        scopes: expression('$itemIndex ? $json.scopes : ["passes.create"]'),
        options: { maxParallelRequests: 1 },
      },
      { items: [{}, { scopes: ['passes.create'] }] },
    );
    expect(error).toBeUndefined();
    control().setAccount({ apiAccess: false });
    const stopped = await run('create', NEW, { items: [{}, {}] });
    expect(stopped.error?.context?.report).toMatchObject({ done: [] });
    const values = execution.items('Wallet Pass').map(({ json }) => json.plaintext as string);
    expect(values).toHaveLength(2);
    for (const value of values) expect(JSON.stringify(stopped.run.data)).not.toContain(value);
  });
});

describe('Rename, Disable and Enable', () => {
  it('sends the label alone', async () => {
    const { out, sent } = await run('update', { ...(await ref('Read only')), label: 'Reports' });
    expect(sent).toEqual([textWith(/^PATCH \/api-keys\/.+/)]);
    expect(n8n.bodies('PATCH', /api-keys/)).toEqual([{ label: 'Reports' }]);
    expect(out).toMatchObject([{ label: 'Reports' }]);
    expect(out[0]).not.toHaveProperty('plaintext');
  });

  it('turns a key off and on again, with the same value', async () => {
    const value = n8n.sandbox.keys['Read only'];
    const key = await ref('Read only');
    const off = await run('disable', { ...key, confirm: true });
    expect(off.out).toMatchObject([{ disabled: true, disabledAtIso: textWith(/Z$/) }]);
    expect(await works(value)).toBe(false);
    const on = await run('enable', { ...key, confirm: true });
    expect(on.out).toMatchObject([{ disabled: false }]);
    expect(await works(value)).toBe(true);
    expect(n8n.bodies('PATCH', /api-keys/)).toEqual([{ disabled: true }, { disabled: false }]);
  });

  it('rotates the Default key, but neither renames nor disables it', async () => {
    const other = { key: control().addKey('all', 'Second full key') };
    const key = await ref('Default');
    for (const [operation, more] of [
      ['update', { label: 'Mine' }],
      ['disable', { confirm: true }],
    ] as const) {
      const { error } = await run(operation, { ...key, ...more }, other);
      expect(error).toMatchObject({ httpCode: '400', message: textWith('Default key cannot') });
    }
    const { out } = await run('rotate', { ...key, confirm: true }, other);
    expect(out).toMatchObject([{ label: 'Default', plaintext: textWith(/^svc_sk_/) }]);
    expect(await works(defaultValue())).toBe(false);
  });
});

describe('Rotate', () => {
  it('returns the new value once; the old one stops working and a disabled key works again', async () => {
    const old = n8n.sandbox.keys['Read only'];
    const key = await ref('Read only');
    await run('disable', { ...key, confirm: true });
    const { out, sent } = await run('rotate', { ...key, confirm: true });
    expect(sent).toEqual(['GET /api-keys', textWith(/^POST \/api-keys\/.+\/rotate$/)]);
    expect(out).toMatchObject([
      {
        id: key.keyId.value,
        label: 'Read only',
        disabled: false,
        rotatedAtIso: textWith(/Z$/),
        plaintext: textWith(/^svc_sk_/),
      },
    ]);
    expect(await works(old)).toBe(false);
    expect(await works(out[0]?.plaintext as string)).toBe(true);
  });
});

describe('the key in use', () => {
  it.each(['disable', 'rotate'])(
    '%s refuses the key of this connection unless that is allowed',
    async (operation) => {
      const value = control().addKey('all', 'Of this connection');
      const key = await ref('Of this connection');
      const own = { key: value };
      const { error, sent } = await run(operation, { ...key, confirm: true }, own);
      expect(error?.message).toMatch(/^This connection uses this key; it was not/);
      expect(error?.description).toContain("'Allow Changing the Current Key'");
      expect(sent).toEqual(['GET /api-keys']);
      expect(await works(value)).toBe(true);

      const options = { allowOwnKey: true };
      const allowed = await run(operation, { ...key, confirm: true, options }, own);
      expect(allowed.out).toHaveLength(1);
      expect(await works(value)).toBe(false);
    },
  );

  it('is also refused if the key in use cannot be identified', async () => {
    const stub = await startStub(() => ({
      body: { keys: [{ id: 'k1', prefix: 'svc_sk_a1b2c3' }] },
    }));
    const { error } = await run(
      'disable',
      { keyId: byId('k1'), confirm: true },
      { baseUrl: stub.baseUrl, key: 'svc_sk_theKeyOfThisTest' },
    );
    expect(error?.message).toMatch(/^It is unknown whether this connection uses this key/);
    expect(stub.requests).toHaveLength(1);
  });
});

describe('the list to choose a key from', () => {
  const search = (key?: string) =>
    n8n.engine.listSearch(
      { type: 'walletPass', parameters: { resource: 'apiKey', operation: 'rotate' } },
      'searchApiKey',
      { credentials: n8n.credentials(key) },
    );

  it('shows labels and prefixes, no values', async () => {
    const { results } = await search();
    expect(results).toContainEqual({ name: textWith(/^Read only · svc_sk_/), value: someText });
    expect(JSON.stringify(results)).not.toContain(defaultValue());
  });

  it('reports that only a Full access key can list keys', async () => {
    await expect(search(n8n.sandbox.keys['Manage passes'])).rejects.toMatchObject({
      httpCode: '403',
      message: 'Only a Full access key may manage API keys',
    });
  });
});
