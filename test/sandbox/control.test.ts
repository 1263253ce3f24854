/** What a person or a script uses directly; everything else of the controls is used by the tests of the product. */

import { startSandbox } from '../../sandbox/index';
import { BADGE_PASS_STATUSES } from '../../sandbox/state/entities';
import { T0, useSandbox } from './harness';

let wall = T0;
const h = useSandbox({ seed: 'templates', now: () => wall });
beforeEach(() => {
  wall = T0;
});
const control = () => h.sandbox.control;
const auth = () => h.call('POST', '/auth');
const generic = () => ({ templateId: h.sandbox.templates.generic });

test('The request log has everything but the key', async () => {
  control().setClock(T0 + 1);
  const path = `/passes?templateId=${generic().templateId}&limit=2`;
  await h.call('GET', path, {
    headers: { 'X-API-Key': h.sandbox.keys['Read only'], 'X-Extra': 'yes' },
  });
  await h.call('POST', '/pass', { body: { passes: [] } });
  const [first, second] = control().requests();
  expect(first).toMatchObject({
    method: 'GET',
    path: '/passes',
    query: { templateId: generic().templateId, limit: '2' },
    headers: { 'x-api-key': '(hidden)', 'x-extra': 'yes' },
    status: 200,
    at: T0 + 1,
    keyLabel: 'Read only',
  });
  expect(second).toMatchObject({ body: { passes: [] }, status: 400 });
  expect(JSON.stringify(control().requests())).not.toContain('svc_sk_');
});

const rpc = (name: string, args: unknown[] = [], headers = {}) =>
  h.call('POST', `/_sandbox/${name}`, { raw: JSON.stringify(args), headers });

test('A control over HTTP is a method of the control object, with a JSON list of arguments', async () => {
  expect((await rpc('advanceClock', [2])).body).toBeNull();
  expect((await rpc('now')).body).toBe(T0 + 2);
  const { body: ids } = await rpc('seedPasses', [generic().templateId, 3, { emailPrefix: 'x' }]);
  expect(ids).toHaveLength(3);
  expect(control().passes(generic().templateId)[2]?.email).toBe('x1@example.com');
  await rpc('queueFault', [{ kind: 'unavailable', status: 503 }]);
  expect((await auth()).status).toBe(503);
  const log = await h.call('GET', '/_sandbox/requests', { headers: {} });
  expect(log.body).toMatchObject([{ path: '/auth', status: 503 }]);
});

test.each([
  ['setLatency', '{ms: 1}'],
  ['setLatency', '{"ms":1}'],
  ['fly', '[]'],
  ['constructor', '[]'],
  ['pass', '7'],
  ['disableKey', '["none"]'],
  ['seedPasses', '["none",1]'],
  ['queueFault', '[{"kind":"flood"}]'],
  ['queueFault', '[{"kind":"cutOff","match":{"path":"("}}]'],
  ['badgeAdded', '["none"]'],
  ['setBadgePassStatus', '["none","ACTIVE"]'],
])('The control %s over HTTP refuses %s', async (name, raw) => {
  const response = await h.call('POST', `/_sandbox/${name}`, { raw, headers: {} });
  expect([response.status, response.body]).toEqual([400, { error: expect.any(String) }]);
  expect((await auth()).status).toBe(200);
});

test('The demo seed is varied, and the same on every start', async () => {
  const seeded = async () => {
    const sandbox = await startSandbox({ now: () => T0 });
    const { control, templates, badges, foreign, keys } = sandbox;
    const passes = control.passes().map(({ link: _, ...pass }) => pass);
    const [badgePasses, invites] = [control.badgePasses(), control.badgeInvites()];
    await sandbox.close();
    return {
      templates,
      badges,
      foreign,
      keys,
      passes,
      badgePasses,
      states: invites.map(({ state }) => state),
    };
  };
  const { passes, badgePasses, states, foreign, ...rest } = await seeded();
  expect(await seeded()).toEqual({ passes, badgePasses, states, foreign, ...rest });

  expect(passes.length).toBeGreaterThan(300);
  for (const state of ['valid', 'voided', 'expired']) {
    expect(passes.filter((pass) => pass.state === state).length).toBeGreaterThan(5);
  }
  expect(passes.every(({ created, updated }) => created <= updated && updated <= T0)).toBe(true);
  expect(new Set(badgePasses.map(({ status }) => status))).toEqual(new Set(BADGE_PASS_STATUSES));
  const shared = badgePasses.filter(({ holderId }) => holderId === foreign.badgeUserId);
  expect(shared).toHaveLength(2);
  expect(new Set(states)).toEqual(new Set(['live', 'used', 'expired']));
});

test('The demo templates have the IDs that the examples use', () => {
  expect(h.sandbox.templates.generic).toBe('6jsWpqoZfUqUeBn2PXOP');
});

test('The sandbox closes immediately, even with an idle connection and a pending response', async () => {
  const sandbox = await startSandbox({ seed: 'templates' });
  await fetch(`${sandbox.baseUrl}/_sandbox/now`).then((response) => response.text());
  sandbox.control.setLatency(60_000);
  const arrived = new Promise((resolve) => sandbox.control.onRequestStart(resolve));
  const outstanding = fetch(`${sandbox.baseUrl}/auth`, { method: 'POST' });
  const dropped = expect(outstanding).rejects.toThrow();
  await arrived;
  await sandbox.close();
  await dropped;
});
