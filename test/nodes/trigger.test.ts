import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { HARSH_WORDS } from '../support/failures';
import { textWith } from '../support/matchers';
import { byId, useN8n } from '../support/n8n';
import { dayIn } from '../support/times';

/** What n8n adds to the triggers; test/engines/everyTrigger.test.ts has what all of them must do. */
const n8n = useN8n();
const control = () => n8n.sandbox.control;
const template = () => n8n.sandbox.templates.loyalty;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A workflow with the trigger; its static data lives as long as this does. */
function trigger(more: INodeParameters = {}, event = 'newPass') {
  const staticData: IDataObject = {};
  const parameters: INodeParameters = { event, templateId: byId(template()), ...more };
  const poll = async (mode: 'trigger' | 'manual' = 'trigger') => {
    const items = await n8n.engine.poll(
      { type: 'walletPassTrigger', parameters },
      { credentials: n8n.credentials(), staticData, mode },
    );
    return (items?.[0] ?? []).map(({ json }) => json);
  };
  const ids = async (mode?: 'manual') => (await poll(mode)).map(({ id }) => id);
  return { staticData, poll, ids, parameters };
}

const seed = (count: number, more: object = {}) => control().seedPasses(template(), count, more);

test.each([
  [{ templateId: byId("={{ $('Nowhere').first().json.a }}") }, 'Template'],
  [
    { filters: { ignoreExternalIdPrefix: "={{ $('Nowhere').first().json.a }}" } },
    'Ignored External ID Prefix',
  ],
])("The trigger names the input whose expression can't be resolved: %j", async (broken, label) => {
  await expect(trigger(broken).poll()).rejects.toThrow(
    `'${label}' has an expression that can't be resolved: Referenced node doesn't exist`,
  );
});

test('An active workflow outputs nothing at first, then new passes once, oldest first', async () => {
  seed(3);
  const { ids } = trigger();
  expect(await ids()).toEqual([]);
  expect(await ids()).toEqual([]);
  const issued = seed(3, { from: control().now() + MINUTE });
  expect(await ids()).toEqual(issued);
  expect(await ids()).toEqual([]);
});

test('The trigger outputs the raw data without Simplify, and the pass link on request', async () => {
  const { poll } = trigger({ simplify: false, options: { includeLink: true } });
  await poll();
  const values = { templateFields: { balance: 5 } };
  const [id = ''] = seed(1, { values, from: control().now() + MINUTE });
  expect(await poll()).toMatchObject([
    { id, isValid: true, templateFields: { balance: 5 }, link: textWith(id) },
  ]);
});

test('A failed poll does not change the state and is repeated completely', async () => {
  seed(1);
  const { ids, staticData } = trigger();
  await ids();
  const issued = seed(250, { from: control().now() + MINUTE });
  const before = JSON.stringify(staticData);
  // The first page succeeds, the second never does.
  const off = control().onRequest(() => {
    control().queueFault({ kind: 'unavailable', status: 500 });
  });
  await expect(ids()).rejects.toMatchObject({ httpCode: '500' });
  off();
  control().clearFaults();
  expect(JSON.stringify(staticData)).toBe(before);
  expect(await ids()).toEqual(issued);
});

test('A poll reads everything although the clock of the server is set forward', async () => {
  seed(600);
  const now = Date.now;
  control().chooseFaults(({ path }) => {
    if (path === '/passes') Date.now = () => now() + DAY;
    return undefined;
  });
  await trigger({}, 'passUpdated')
    .poll()
    .finally(() => {
      Date.now = now;
    });
  const requests = control().requests();
  expect(requests.map(({ path }) => path)).toEqual(['/auth', '/passes', '/passes', '/passes']);
});

test('Another template has a separate baseline', async () => {
  const { offer } = n8n.sandbox.templates;
  seed(2);
  control().seedPasses(offer, 5);
  const { ids, parameters } = trigger();
  await ids();
  parameters.templateId = byId(offer);
  expect(await ids()).toEqual([]);
  const issued = control().seedPasses(offer, 1, { from: control().now() + 1 });
  expect(await ids()).toEqual(issued);
});

test('Several templates have separate baselines', async () => {
  const { offer } = n8n.sandbox.templates;
  const { ids } = trigger({ filters: { moreTemplateIds: [offer] } });
  await ids();
  const [one] = seed(1);
  const [two] = control().seedPasses(offer, 1, { from: control().now() + 1 });
  expect(await ids()).toEqual([one, two]);
});

test('A wrong template is named with the input that it is in', async () => {
  const { stampCard, offer } = n8n.sandbox.templates;
  const more = { description: expect.stringContaining("'More Template Names or IDs'") };
  const missing = { filters: { moreTemplateIds: ['gone'] } };
  await expect(trigger(missing).poll()).rejects.toMatchObject({
    message: "Template not found: 'gone'",
    ...more,
  });
  const watched = { filters: { ...missing.filters, watchedFields: 'balance' } };
  await expect(trigger(watched, 'passUpdated').poll()).rejects.toMatchObject(more);
  const unfit = { templateId: byId(stampCard), filters: { moreTemplateIds: [offer] } };
  await expect(trigger(unfit, 'stampCardCompleted').poll()).rejects.toMatchObject({
    message: expect.stringMatching(/^The template '.*' is not a stamp card$/),
    ...more,
  });
  await expect(trigger({ templateId: byId('gone') }).poll()).rejects.toMatchObject({
    description: expect.stringContaining("in 'Template'"),
  });
});

test('A test in the editor outputs the newest three passes and changes no state', async () => {
  const issued = seed(5);
  const { ids, staticData } = trigger();
  expect(await ids('manual')).toEqual(issued.slice(-3).reverse());
  expect(staticData).toEqual({});
  await ids();
  const before = JSON.stringify(staticData);
  seed(1, { from: control().now() + MINUTE });
  await ids('manual');
  expect(JSON.stringify(staticData)).toBe(before);
  expect(await ids()).toHaveLength(1);
});

test('A test in the editor outputs a marked example if no pass has the event yet', async () => {
  seed(5);
  const shown = await trigger({}, 'passAddedToWallet').poll('manual');
  expect(shown).toMatchObject([{ isExample: true, id: 'ps_4f1d2a' }]);
  expect(shown[0]?.note).not.toMatch(HARSH_WORDS);
});

test('A test of Pass Date Reached says how many values are no dates', async () => {
  const [id] = seed(1, { values: { templateFields: { rewards: dayIn(Date.now(), 'UTC') } } });
  seed(1, { values: { templateFields: { rewards: '03/04/2026' } } });
  const { poll } = trigger({ field: byId('Reward level') }, 'passDateReached');
  const note = expect.stringContaining("1 of 2 passes has another value in 'Reward level'");
  expect(await poll('manual')).toMatchObject([{ id, note }]);
});

test('The list of date fields has those of the template, and the dates of every template', async () => {
  const parameters = { event: 'passDateReached', templateId: byId(template()) };
  const { results } = await n8n.engine.listSearch(
    { type: 'walletPassTrigger', parameters },
    'searchDateField',
    { credentials: n8n.credentials() },
  );
  expect(results).toContainEqual({ name: 'Home shop', value: 'homeShop' });
  expect(results.slice(-2)).toEqual([
    { name: 'Valid From', value: 'validFrom' },
    { name: 'Valid Until', value: 'validUntil' },
  ]);
});
