import { TRIGGER_CASES } from '../support/scenarios';
import { useWorkingInputs } from '../support/scenarios/working';
import { dayIn } from '../support/times';
import { HOUR, useZapier } from './harness';

/** What Zapier adds to the triggers; test/engines/everyTrigger.test.ts has what all of them must do. */
const app = useZapier();
const { newFixture } = useWorkingInputs(app);
const template = () => app.sandbox.templates.loyalty;
const SEEDING = { meta: { isPopulatingDedupe: true } };
const SAMPLE = { meta: { isLoadingSample: true } };
const FIRST_PAGE = { meta: { isFillingDynamicDropdown: true, page: 0 } };

function ids(items: Record<string, unknown>[]): unknown[] {
  return items.map(({ id }) => id);
}

/** Passes an hour apart, the newest now. @returns IDs, newest first */
function issued(count: number, spacingMs = HOUR): string[] {
  return app.sandbox.control.seedPasses(template(), count, { spacingMs }).reverse();
}

test('New Pass returns the passes of the last two days, newest first, with dates as ISO 8601', async () => {
  const all = issued(60);
  const items = await app.trigger('new_pass', { templateId: template() });
  expect(ids(items)).toEqual(all.slice(0, items.length));
  expect(items.length).toBeGreaterThanOrEqual(48);
  expect(items.length).toBeLessThanOrEqual(49);
  expect(items[0]).toMatchObject({ templateId: template(), isValid: true, installed: false });
  expect(items[0]?.created).toMatch(/Z$/);
});

test('New Pass with Include Pass Link reads the link of a pass when its Zap runs, or in a test', async () => {
  const [id = ''] = issued(3);
  const input = { templateId: template(), includeLink: true };
  const [first] = await app.trigger('new_pass', input);
  expect(app.sent().map(({ path }) => path)).not.toContain('/pass');
  expect(first?.id).toBe(id);
  expect(await app.zapier.hydrate(String(first?.link))).toContain(id);
  expect(app.sent().map(({ path, query }) => [path, query])).toEqual([['/pass', { id }]]);
  const [tested] = await app.trigger('new_pass', input, SAMPLE);
  expect(tested).toMatchObject({ id, link: expect.stringMatching(/^https?:/) as unknown });
  const scoped = app.scoped('templates.viewAll');
  await expect(app.zapier.hydrate(String(first?.link), scoped)).rejects.toThrow('passes.viewAll');
});

test("New Pass with Include Pass Link omits the link of a pass that can't be read", async () => {
  issued(1);
  const input = { templateId: template(), includeLink: true };
  const [event] = await app.trigger('new_pass', input);
  app.sandbox.control.queueFault({
    kind: 'intercepted',
    status: 404,
    body: '{"error":"Pass not found"}',
    match: { path: '^/pass$' },
  });
  expect(await app.zapier.hydrate(String(event?.link))).toBeNull();
});

test('New Pass looks further back when the Zap is turned on than on any poll after it', async () => {
  issued(100);
  const baseline = await app.trigger('new_pass', { templateId: template() }, SEEDING);
  expect(new Set(baseline.flatMap((event) => Object.keys(event)))).toEqual(new Set(['id']));
  const seed = new Set(ids(baseline));
  expect(seed.size).toBeGreaterThanOrEqual(72);
  const polled = ids(await app.trigger('new_pass', { templateId: template() }));
  expect(polled.filter((id) => !seed.has(id))).toEqual([]);

  const fresh = await app.issue({ templateId: template() });
  const later = ids(await app.trigger('new_pass', { templateId: template() }));
  expect(later.filter((id) => !seed.has(id))).toEqual([fresh]);
});

test('A test of New Pass shows the newest three passes, however old they are', async () => {
  const from = app.sandbox.control.now() - 1000 * HOUR;
  const old = app.sandbox.control.seedPasses(template(), 5, { from }).reverse();
  const items = await app.trigger('new_pass', { templateId: template() }, SAMPLE);
  expect(ids(items)).toEqual(old.slice(0, 3));
});

test("New Pass names field values by the design, and omits the names if it can't be read", async () => {
  const method = 'triggers.new_pass.operation.outputFields';
  const named = (inputData: object, bundle = {}) =>
    app.zapier.execute(method, { inputData: { ...inputData }, ...bundle });
  const fields = await named({ templateId: template() });
  expect(fields).toContainEqual({ key: 'accountName', label: 'Member' });
  expect(fields).toContainEqual({ key: 'homeShop', label: 'Home shop' });
  const STAMPS = { key: 'collectedStamps', label: 'Collected Stamps', type: 'integer' };
  expect(fields).not.toContainEqual(STAMPS);
  const { stampCard } = app.sandbox.templates;
  expect(await named({ templateId: stampCard })).toContainEqual(STAMPS);

  const scoped = app.scoped('passes.viewAll');
  const without = await named({});
  expect(without).toEqual(await named({ templateId: template() }, scoped));
  expect(JSON.stringify(without)).not.toContain('accountName');
  // The dates are not fields of a design; they have the same names in every template.
  expect(without).toContainEqual({ key: 'validUntil', label: 'Valid Until', type: 'datetime' });
});

/** Events whose cases use a new pass each time, although a pass can have them again. */
const REPEATED = ['pass_voided', 'stamp_card_completed'];
const ON_ZAPIER = TRIGGER_CASES.flatMap(({ trigger: { zapier }, scenario }) =>
  zapier ? [[zapier.key, scenario] as const] : [],
);

test.each(ON_ZAPIER)('%s states at the top if a pass triggers only once', async (key, scenario) => {
  const { undo } = await scenario(newFixture());
  const [first] = await app.fields('trigger', key, {});
  const isStated = first?.helpText?.includes('Each pass triggers only once.') ?? false;
  expect(isStated).toBe(undo !== undefined || REPEATED.includes(key));
});

test('The samples of a trigger are at most three passes that have the event', async () => {
  app.sandbox.control.seedPasses(template(), 8, { installedShare: 0.5 });
  const items = await app.trigger('pass_added_to_wallet', { templateId: template() }, SAMPLE);
  expect(items).toHaveLength(3);
  expect(items.every(({ installed }) => installed === true)).toBe(true);
});

test('A test of Pass Date Reached logs how many values are no dates: the editor shows only events', async () => {
  const [, wrong = ''] = [dayIn(Date.now(), 'UTC'), '03/04/2026'].flatMap((rewards) =>
    app.sandbox.control.seedPasses(template(), 1, { values: { templateFields: { rewards } } }),
  );
  const input = { templateId: template(), field: 'rewards', days: '0' };
  const [event, ...others] = await app.trigger('pass_date_reached', input, SAMPLE);
  expect(event).not.toHaveProperty('note');
  expect(others).toEqual([]);
  const logged = app.zapier.logs.map(({ message }) => message).join();
  expect(logged).toContain("1 of 2 passes has another value in 'Reward level'");
  expect(logged).toContain(wrong);
  expect(logged).not.toContain('03/04/2026 ');
});

test('The dropdown of date fields has those of the template, and the dates of every template', async () => {
  const fields = await app.fields('trigger', 'pass_date_reached', { templateId: template() });
  const { dynamic } = fields.find(({ key }) => key === 'field') ?? {};
  expect(dynamic).toBe('date_field_list.id.name');
  const listed = await app.trigger('date_field_list', { templateId: template() }, FIRST_PAGE);
  expect(listed).toContainEqual({ id: 'homeShop', name: 'Home shop' });
  expect(listed).toContainEqual({ id: 'validUntil', name: 'Valid Until' });
});

test('A trigger declares no field that Zapier never gets, and an expiring pass when it expires', async () => {
  const { triggers = {} } = await app.zapier.definition();
  const keys = (trigger: string) =>
    (triggers[trigger]?.operation.outputFields as { key?: string }[]).map(({ key }) => key);
  expect(keys('pass_updated')).not.toContain('changed');
  expect(keys('badge_added')).not.toContain('credential');
  expect(keys('badge_added')).toContain('email');
  const { sample, outputFields } = triggers.pass_expiring?.operation ?? {};
  expect(sample).toHaveProperty('validUntil');
  expect(outputFields).toContainEqual(
    expect.objectContaining({ key: 'validUntil', required: true }),
  );
});
