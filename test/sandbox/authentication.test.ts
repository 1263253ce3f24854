import { PRESETS, type Preset, type Scope } from '../../shared/service/scopes';
import { useSandbox } from './harness';

const h = useSandbox();
const KEY_ONLY: [string, string][] = [
  ['POST', '/pass'],
  ['GET', '/pass?id=x'],
  ['PATCH', '/pass'],
  ['POST', '/pass/x/notify'],
  ['POST', '/pass/x/resend'],
];

/** [method, path, scope, whether the body has a code] */
const NEEDS: [string, string, Scope, boolean][] = [
  ['POST', '/pass', 'passes.create', true],
  ['GET', '/pass?id=x', 'passes.viewAll', true],
  ['PATCH', '/pass', 'passes.edit', true],
  ['POST', '/pass/x/notify', 'campaigns.send', true],
  ['POST', '/pass/x/resend', 'campaigns.send', true],
  ['POST', '/template/x/notification', 'campaigns.send', true],
  ['GET', '/passes?templateId=x', 'passes.viewAll', false],
  ['GET', '/passes/search?templateId=x&searchQuery=y', 'passes.viewAll', false],
  ['GET', '/passes/export?templateId=x', 'members.export', false],
  ['GET', '/templates', 'templates.viewAll', false],
  ['GET', '/templates/x', 'templates.viewAll', false],
  ['POST', '/templates', 'templates.create', false],
  ['PATCH', '/templates/x', 'templates.edit', false],
  ['DELETE', '/templates/x', 'templates.delete', false],
  ['POST', '/files', 'files.write', false],
  ['POST', '/files/x/logo', 'files.write', false],
  ['GET', '/files/x', 'files.read', false],
  ['DELETE', '/files/x', 'files.delete', false],
  ['GET', '/badge/templates', 'badges.viewAll', false],
  ['GET', '/badge/templates/x', 'badges.viewAll', false],
  ['GET', '/badge/templates/x/invites', 'badges.viewAll', false],
  ['POST', '/badge/templates/x/invites', 'badges.issue', false],
  ['DELETE', '/badge/templates/x/invites', 'badges.issue', false],
  ['GET', '/badge/users', 'badges.viewAll', false],
  ['GET', '/badge/users/x/passes', 'badges.viewAll', false],
  ['POST', '/badge/passes/x/lifecycle', 'badges.revoke', false],
  ['PATCH', '/badge/users/x', 'badges.edit', false],
  ['DELETE', '/badge/users/x', 'badges.revoke', false],
];

/** Files can be handled with scopes of templates, too. */
const ALSO: Partial<Record<Scope, Scope[]>> = {
  'files.read': ['templates.viewAll'],
  'files.write': ['templates.create', 'templates.edit'],
  'files.delete': ['templates.delete'],
};

describe('keys', () => {
  test('POST /auth returns the account of any key, whatever its scopes', async () => {
    const key = h.sandbox.control.addKey([]);
    const { status, body } = await h.call('POST', '/auth', { key });
    expect(status).toBe(200);
    expect(body).toEqual({
      displayName: 'Harbour & Pine',
      email: 'owner@harbour-and-pine.example',
    });
  });

  test('a mistyped key returns 401 Invalid API key', async () => {
    const response = await h.call('POST', '/auth', { key: 'svc_sk_wrong' });
    expect([response.status, response.body]).toEqual([401, { error: 'Invalid API key' }]);
  });

  test('a request without a key returns 401', async () => {
    expect((await h.call('GET', '/templates', { headers: {} })).status).toBe(401);
  });

  test('a disabled key returns 401 immediately', async () => {
    const key = h.sandbox.control.addKey('all');
    expect((await h.call('POST', '/auth', { key })).status).toBe(200);
    h.sandbox.control.disableKey(key);
    expect((await h.call('POST', '/auth', { key })).body).toEqual({ error: 'Invalid API key' });
  });

  test.each(KEY_ONLY)('%s %s returns 401 to a Bearer-only request', async (method, path) => {
    const headers = { Authorization: `Bearer ${h.sandbox.keys['Full access']}` };
    const response = await h.call(method, path, { headers });
    expect(response.status).toBe(401);
    expect(response.body).toEqual({ error: 'You are not authorized for this action' });
  });

  test.each([
    ['POST', '/auth'],
    ['GET', '/templates'],
    ['GET', '/passes?templateId='],
  ])('%s %s reads a Bearer key too', async (method, path) => {
    const headers = { Authorization: `Bearer ${h.sandbox.keys['Full access']}` };
    const url = path.endsWith('=') ? path + h.sandbox.templates.generic : path;
    expect((await h.call(method, url, { headers })).status).toBe(200);
  });
});

describe('scopes', () => {
  test.each(NEEDS)(
    '%s %s without its scope returns 403 naming %s',
    async (m, path, scope, coded) => {
      const response = await h.call(m, path, { key: h.sandbox.control.addKey([]) });
      expect(response.status).toBe(403);
      expect(response.body).toEqual({
        error: `Missing permission: ${scope}`,
        ...(coded ? { code: 'insufficient_scope' } : {}),
      });
    },
  );

  test.each(NEEDS)('%s %s with only %s is let through', async (m, path, scope) => {
    const response = await h.call(m, path, { key: h.sandbox.control.addKey([scope]) });
    expect(response.status).not.toBe(403);
    expect(response.status).not.toBe(401);
  });

  test.each(Object.entries(ALSO).flatMap(([scope, also]) => also.map((one) => [scope, one])))(
    'what %s allows, %s allows too',
    async (scope, also) => {
      const key = h.sandbox.control.addKey([also as Scope]);
      for (const [method, path, needed] of NEEDS) {
        if (needed !== scope) continue;
        expect((await h.call(method, path, { key })).status).not.toBe(403);
      }
    },
  );

  test('duplicating a template needs templates.create and templates.duplicate', async () => {
    const path = '/templates/x/duplicate';
    for (const scope of ['templates.create', 'templates.duplicate'] as const) {
      const missing = scope === 'templates.create' ? 'templates.duplicate' : 'templates.create';
      const response = await h.call('POST', path, { key: h.sandbox.control.addKey([scope]) });
      expect(response.body).toEqual({ error: `Missing permission: ${missing}` });
    }
  });

  test('refreshing a badge needs badges.edit, the other actions badges.revoke', async () => {
    const path = '/badge/passes/x/lifecycle';
    const act = (action: string, scope: Scope) =>
      h.call('POST', path, { body: { action }, key: h.sandbox.control.addKey([scope]) });
    expect((await act('refresh', 'badges.revoke')).body.error).toContain('badges.edit');
    expect((await act('refresh', 'badges.edit')).status).toBe(404);
    for (const action of ['suspend', 'resume', 'revoke']) {
      expect((await act(action, 'badges.edit')).body.error).toContain('badges.revoke');
      expect((await act(action, 'badges.revoke')).status).toBe(404);
    }
  });

  test.each(Object.keys(PRESETS) as Preset[])(
    'preset %s has exactly its scopes',
    async (preset) => {
      const scopes = PRESETS[preset];
      for (const [method, path, scope] of NEEDS) {
        const response = await h.call(method, path, { key: h.sandbox.keys[preset] });
        const accepted = [scope, ...(ALSO[scope] ?? [])];
        const allowed =
          scopes === 'all' || accepted.some((one) => (scopes as readonly Scope[]).includes(one));
        expect([path, response.status === 403]).toEqual([path, !allowed]);
      }
    },
  );

  test.each([
    [{ stampOperation: {} }, ['scanning.stamp']],
    [{ balanceOperation: {} }, ['scanning.redeem']],
    [{ templateFields: {} }, ['passes.edit']],
    [{ collectedStamps: 1 }, ['passes.edit']],
    [{}, ['passes.edit']],
    [{ isValid: false, stampOperation: {} }, ['passes.edit', 'scanning.stamp']],
    [{ stampOperation: {}, balanceOperation: {} }, ['scanning.stamp', 'scanning.redeem']],
  ] as [object, Scope[]][])('PATCH /pass %j needs %j', async (change, scopes) => {
    const body = { id: 'x', ...change };
    for (const missing of scopes) {
      const key = h.sandbox.control.addKey(scopes.filter((scope) => scope !== missing));
      const response = await h.call('PATCH', '/pass', { body, key });
      expect(response.body).toEqual({
        error: `Missing permission: ${missing}`,
        code: 'insufficient_scope',
      });
    }
    const allowed = await h.call('PATCH', '/pass', { body, key: h.sandbox.control.addKey(scopes) });
    expect(allowed.status).not.toBe(403);
  });
});

describe('requests', () => {
  test.each(['{', 'null', '[1]', '"text"'])('body %s returns 400', async (raw) => {
    const response = await h.call('POST', '/pass', { raw });
    expect(response.status).toBe(400);
    expect(typeof response.body.error).toBe('string');
  });

  test('a body that is not JSON returns 400', async () => {
    const headers = { 'X-API-Key': h.sandbox.keys['Full access'], 'Content-Type': 'text/plain' };
    expect((await h.call('POST', '/pass', { raw: '{}', headers })).status).toBe(400);
  });

  test.each([
    ['GET', '/nowhere'],
    ['PUT', '/pass'],
    ['DELETE', '/passes'],
  ])('unknown route %s %s returns 404 as JSON', async (method, path) => {
    const response = await h.call(method, path);
    expect([response.status, response.body]).toEqual([404, { error: 'Not found' }]);
  });

  test('template and file endpoints echo the version, refusals included; pass endpoints do not', async () => {
    const id = h.sandbox.templates.generic;
    const echoes = async (method: string, path: string, headers?: Record<string, string>) =>
      (await h.call(method, path, headers && { headers })).headers['service-version'];
    expect(await echoes('GET', '/templates')).toBe('2026-05-13');
    expect(await echoes('GET', `/templates/${id}`)).toBe('2026-05-13');
    expect(await echoes('GET', '/templates/none')).toBe('2026-05-13');
    expect(await echoes('GET', '/templates', {})).toBe('2026-05-13');
    expect(await echoes('POST', `/template/${id}/notification`)).toBe('2026-05-13');
    expect(await echoes('POST', '/templates')).toBe('2026-05-13');
    expect(await echoes('POST', `/templates/${id}/duplicate`)).toBe('2026-05-13');
    expect(await echoes('POST', '/files')).toBe('2026-05-13');
    expect(await echoes('GET', '/files/none')).toBe('2026-05-13');
    expect(await echoes('GET', `/passes?templateId=${id}`)).toBeUndefined();
    expect(await echoes('POST', '/auth')).toBeUndefined();
  });
});
