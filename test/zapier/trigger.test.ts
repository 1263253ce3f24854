import { HOUR, useZapier } from './harness';

const app = useZapier();
const template = () => app.sandbox.templates.loyalty;
const SEEDING = { meta: { isPopulatingDedupe: true } };
const SAMPLE = { meta: { isLoadingSample: true } };

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

test("New Pass with Include Pass Link leaves out the link of a pass that can't be read", async () => {
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
