import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { HARSH_WORDS } from '../support/failures';
import { textWith } from '../support/matchers';
import { byId, useN8n } from '../support/n8n';

const n8n = useN8n();
const control = () => n8n.sandbox.control;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A workflow with the trigger; its static data lives as long as this does. */
function trigger(templateId = n8n.sandbox.templates.loyalty) {
  const staticData: IDataObject = {};
  const parameters: INodeParameters = { event: 'newPass', templateId: byId(templateId) };
  const poll = async (mode: 'trigger' | 'manual' = 'trigger', key?: string) => {
    const items = await n8n.engine.poll(
      { type: 'walletPassTrigger', parameters },
      { credentials: n8n.credentials(key), staticData, mode },
    );
    return items?.[0]?.map(({ json }) => json.id);
  };
  return { staticData, poll, parameters };
}

const seed = (count: number, more: object = {}) =>
  control().seedPasses(n8n.sandbox.templates.loyalty, count, more);

test.each([
  [{ templateId: byId("={{ $('Nowhere').first().json.a }}") }, 'Template'],
  [
    { filters: { ignoreExternalIdPrefix: "={{ $('Nowhere').first().json.a }}" } },
    'Ignored External ID Prefix',
  ],
])("The trigger names the input whose expression can't be resolved: %j", async (broken, label) => {
  const { poll, parameters } = trigger();
  Object.assign(parameters, broken);
  await expect(poll()).rejects.toThrow(
    `'${label}' has an expression that can't be resolved: Referenced node doesn't exist`,
  );
});

test('An active workflow outputs nothing at first, then new passes once, oldest first', async () => {
  seed(3);
  const { poll } = trigger();
  expect(await poll()).toBeUndefined();
  expect(await poll()).toBeUndefined();
  const ids = seed(3, { from: control().now() + MINUTE });
  expect(await poll()).toEqual(ids);
  expect(await poll()).toBeUndefined();
});

test('The trigger outputs the raw data without Simplify, and the pass link on request', async () => {
  const { poll, staticData, parameters } = trigger();
  Object.assign(parameters, { simplify: false, options: { includeLink: true } });
  await poll();
  const values = { templateFields: { balance: 5 } };
  const [id = ''] = seed(1, { values, from: control().now() + MINUTE });
  const [items] =
    (await n8n.engine.poll(
      { type: 'walletPassTrigger', parameters },
      { credentials: n8n.credentials(), staticData, mode: 'trigger' },
    )) ?? [];
  expect(items?.map(({ json }) => json)).toMatchObject([
    { id, isValid: true, templateFields: { balance: 5 }, link: textWith(id) },
  ]);
});

test('The trigger outputs simplified passes with their status', async () => {
  const { poll, staticData, parameters } = trigger();
  await poll();
  seed(1, { values: { externalId: 'M-1', email: 'ana@example.com' } });
  const items = await n8n.engine.poll(
    { type: 'walletPassTrigger', parameters },
    { credentials: n8n.credentials(), staticData, mode: 'trigger' },
  );
  expect(items).toMatchObject([
    [{ json: { externalId: 'M-1', email: 'ana@example.com', status: 'valid', installed: false } }],
  ]);
});

test('A failed poll does not change the state and is repeated completely', async () => {
  seed(1);
  const { poll, staticData } = trigger();
  await poll();
  const ids = seed(250, { from: control().now() + MINUTE });
  const before = JSON.stringify(staticData);
  // The first page succeeds, the second never does.
  const off = control().onRequest(() => {
    control().queueFault({ kind: 'unavailable', status: 500 });
  });
  await expect(poll()).rejects.toMatchObject({ httpCode: '500' });
  off();
  control().clearFaults();
  expect(JSON.stringify(staticData)).toBe(before);
  expect(await poll()).toEqual(ids);
});

test('A poll reads everything although the clock of the server is set forward', async () => {
  seed(600);
  const { poll, parameters } = trigger();
  Object.assign(parameters, { event: 'passUpdated' });
  const now = Date.now;
  control().chooseFaults(({ path }) => {
    if (path === '/passes') Date.now = () => now() + DAY;
    return undefined;
  });
  await poll().finally(() => {
    Date.now = now;
  });
  const paths = control()
    .requests()
    .map(({ path }) => path);
  expect(paths).toEqual(['/auth', '/passes', '/passes', '/passes']);
});

test('Another template has a separate baseline', async () => {
  seed(2);
  control().seedPasses(n8n.sandbox.templates.offer, 5);
  const { poll, parameters } = trigger();
  await poll();
  parameters.templateId = byId(n8n.sandbox.templates.offer);
  expect(await poll()).toBeUndefined();
  const [id] = control().seedPasses(n8n.sandbox.templates.offer, 1, { from: control().now() + 1 });
  expect(await poll()).toEqual([id]);
});

test('A test in the editor outputs the newest three passes and changes no state', async () => {
  const ids = seed(5);
  const { poll, staticData } = trigger();
  expect(await poll('manual')).toEqual(ids.slice(-3).reverse());
  expect(staticData).toEqual({});
  await poll();
  const before = JSON.stringify(staticData);
  seed(1, { from: control().now() + MINUTE });
  await poll('manual');
  expect(JSON.stringify(staticData)).toBe(before);
  expect(await poll()).toHaveLength(1);
});

test('A test in the editor outputs a marked example if there is no pass yet', async () => {
  const { parameters } = trigger();
  const items = await n8n.engine.poll(
    { type: 'walletPassTrigger', parameters },
    { credentials: n8n.credentials(), staticData: {}, mode: 'manual' },
  );
  expect(items?.[0]).toHaveLength(1);
  const { json } = items?.[0]?.[0] ?? {};
  expect(json).toMatchObject({ isExample: true, id: 'ps_4f1d2a' });
  expect(json?.note).not.toMatch(HARSH_WORDS);
});

test('A poll with a wrong key fails with status 401', async () => {
  await expect(trigger().poll('trigger', 'svc_sk_aWrongKey')).rejects.toMatchObject({
    httpCode: '401',
    context: { kind: 'wrongKey' },
  });
});
