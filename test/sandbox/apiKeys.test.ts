import { SCOPES } from '../../shared/service/scopes';
import { T0, useSandbox } from './harness';

interface Key {
  id: string;
  label: string;
  prefix: string;
  scopes: string[];
  createdAt: number;
  lastUsedAt: number | null;
  disabledAt: number | null;
  rotatedAt: number | null;
  plaintext?: string;
}
interface Made {
  key: Key;
  plaintext: string;
}

const h = useSandbox();
const list = async () => (await h.call<{ keys: Key[] }>('GET', '/api-keys')).body.keys;
const create = (body: unknown) => h.call<Made>('POST', '/api-keys', { body });
const make = async () => (await create({ label: 'Till', scopes: ['passes.create'] })).body;
const change = (id: string, body: unknown) =>
  h.call<{ key: Key }>('PATCH', `/api-keys/${id}`, { body });
const rotate = (id: string) => h.call<Made>('POST', `/api-keys/${id}/rotate`);
const auth = async (key: string) => (await h.call('POST', '/auth', { key })).status;
const byLabel = async (label: string) => (await list()).find((key) => key.label === label) as Key;

test.each([
  ['GET', '/api-keys'],
  ['POST', '/api-keys'],
  ['PATCH', '/api-keys/x'],
  ['POST', '/api-keys/x/rotate'],
])('%s %s is refused to a key that has every scope but not Full access', async (method, path) => {
  const response = await h.call(method, path, { key: h.sandbox.control.addKey(SCOPES) });
  expect(response.status).toBe(403);
  expect(response.body).toEqual({
    error: 'This API key is scoped and cannot perform owner actions.',
  });
});

describe('list', () => {
  test('contains the Default key with its full value and other keys without', async () => {
    const keys = await list();
    expect(keys.map(({ label }) => label)).toEqual([
      'Default',
      'Manage passes',
      'Issue access badges',
      'Read only',
    ]);
    expect(keys[0]?.plaintext).toBe(h.sandbox.keys['Full access']);
    for (const key of keys.slice(1)) expect(key).not.toHaveProperty('plaintext');
    expect(JSON.stringify(keys)).not.toContain(h.sandbox.keys['Read only']);
  });

  test('shows exactly the fields of a key; the prefix begins the value', async () => {
    const { id, prefix, ...rest } = await byLabel('Read only');
    expect(typeof id).toBe('string');
    expect(prefix).toMatch(/^svc_sk_.{8}$/);
    expect(h.sandbox.keys['Read only'].startsWith(prefix)).toBe(true);
    expect(rest).toEqual({
      label: 'Read only',
      scopes: ['passes.viewAll', 'templates.viewAll', 'analytics.view', 'badges.viewAll'],
      createdAt: T0,
      lastUsedAt: null,
      disabledAt: null,
      rotatedAt: null,
    });
  });

  test('lastUsedAt is when the key was last read, refused calls included', async () => {
    h.sandbox.control.setClock(T0 + 5);
    await h.call('GET', '/templates', { key: h.sandbox.keys['Issue access badges'] });
    expect((await byLabel('Issue access badges')).lastUsedAt).toBe(T0 + 5);
  });

  test('contains no key of another account', async () => {
    expect(await list()).toHaveLength(4);
  });
});

describe('create', () => {
  test('returns the value once; the key works only with its scopes', async () => {
    const { key, plaintext } = await make();
    expect(plaintext).toMatch(/^svc_sk_\w{20,}$/);
    expect(key).toMatchObject({ label: 'Till', scopes: ['passes.create'], lastUsedAt: null });
    expect(await auth(plaintext)).toBe(200);
    expect((await h.call('GET', '/templates', { key: plaintext })).status).toBe(403);
    expect(JSON.stringify(await list())).not.toContain(plaintext);
  });

  test.each([
    [{ scopes: ['passes.create'] }],
    [{ label: ' ', scopes: ['passes.create'] }],
    [{ label: 'x' }],
    [{ label: 'x', scopes: 'passes.create' }],
    [{ label: 'x', scopes: [] }],
    [{ label: 'x', scopes: ['passes.fold'] }],
    [{ label: 'x', scopes: ['passes.create', 'companies.edit'] }],
    [{ label: 'x', scopes: ['billing.view'] }],
    [{ label: 'x', scopes: ['customDomains.edit'] }],
    [{ label: 'x', scopes: ['apiKeys.create'] }],
  ])('%j returns 400', async (body) => {
    expect((await create(body)).status).toBe(400);
    expect(await list()).toHaveLength(4);
  });

  test('an owner-only permission is reported as such', async () => {
    const response = await h.call('POST', '/api-keys', {
      body: { label: 'x', scopes: ['api-keys.manage'] },
    });
    expect(response.body.error).toContain('owner-only');
  });

  test('without API access in the plan returns 402, without a code', async () => {
    h.sandbox.control.setAccount({ apiAccess: false });
    const response = await create({ label: 'x', scopes: ['passes.create'] });
    expect([response.status, response.body]).toEqual([
      402,
      { error: 'API keys is available on a paid plan.' },
    ]);
  });
});

describe('change', () => {
  test('renames', async () => {
    const { key } = await make();
    expect((await change(key.id, { label: 'Till 2' })).body.key.label).toBe('Till 2');
    expect((await byLabel('Till 2')).id).toBe(key.id);
  });

  test('a disabled key returns 401 immediately; once enabled, the same value works again', async () => {
    const { key, plaintext } = await make();
    expect((await change(key.id, { disabled: true })).body.key.disabledAt).toBe(T0);
    expect(await auth(plaintext)).toBe(401);
    h.sandbox.control.advanceClock(1);
    expect((await change(key.id, { disabled: true })).body.key.disabledAt).toBe(T0);
    expect((await change(key.id, { disabled: false })).body.key.disabledAt).toBeNull();
    expect(await auth(plaintext)).toBe(200);
  });

  test('the Default key can be neither renamed nor turned off', async () => {
    const { id } = await byLabel('Default');
    for (const body of [{ label: 'Main' }, { disabled: true }]) {
      expect((await change(id, body)).status).toBe(400);
    }
    expect((await byLabel('Default')).disabledAt).toBeNull();
  });

  test.each([[{}], [{ label: '' }], [{ disabled: 'yes' }], [{ label: null }]])(
    '%j returns 400',
    async (body) => {
      const { key } = await make();
      expect((await change(key.id, body)).status).toBe(400);
    },
  );

  test('a missing key returns 404', async () => {
    expect((await change('none', { label: 'x' })).status).toBe(404);
    expect((await rotate('none')).status).toBe(404);
  });
});

describe('rotate', () => {
  test('the old value stops immediately, the new one works, label and scopes stay', async () => {
    const made = await make();
    h.sandbox.control.advanceClock(7);
    const { body } = await rotate(made.key.id);
    expect(await auth(made.plaintext)).toBe(401);
    expect(await auth(body.plaintext)).toBe(200);
    expect(body.key).toEqual({
      ...made.key,
      prefix: body.plaintext.slice(0, 15),
      rotatedAt: T0 + 7,
    });
  });

  test('enables a disabled key', async () => {
    const { key } = await make();
    await change(key.id, { disabled: true });
    const { body } = await rotate(key.id);
    expect(body.key.disabledAt).toBeNull();
    expect(await auth(body.plaintext)).toBe(200);
  });

  test('the Default key can be rotated, and is then listed with its new value', async () => {
    const { id } = await byLabel('Default');
    const { body } = await rotate(id);
    expect(await auth(h.sandbox.keys['Full access'])).toBe(401);
    const after = await h.call<{ keys: Key[] }>('GET', '/api-keys', { key: body.plaintext });
    expect(after.body.keys[0]).toMatchObject({ label: 'Default', plaintext: body.plaintext });
  });
});
