import { someText, textWith } from '../support/matchers';
import { byId, useN8n } from '../support/n8n';

const n8n = useN8n();
const templateId = () => n8n.sandbox.templates.offer;
const control = () => n8n.sandbox.control;

const getMany = (parameters: object) =>
  n8n.pass('getAll', { templateId: byId(templateId()), ...parameters });

const pages = (sent: string[]) => sent.filter((request) => request === 'GET /passes');

/** Newest first, as the service lists them. */
const wanted = () =>
  control()
    .passes(templateId())
    .map(({ id }) => id);

describe('Get Many', () => {
  it.each<[count: number, perInstant: number, cap: number | null, what: string]>([
    [450, 1, null, 'no ties'],
    [450, 7, null, 'ties across page edges'],
    [450, 90, null, 'long ties'],
    [450, 450, null, 'nothing but one tie, larger than a page'],
    [450, 7, 60, 'a service that caps the page'],
    [200, 1, null, 'exactly a page'],
    [0, 1, null, 'an empty template'],
  ])(
    'Return All returns all of %i passes once, in order: %i per timestamp, cap %p (%s)',
    async (count, perInstant, cap) => {
      if (count > 0) control().seedPasses(templateId(), count, { perInstant });
      control().setPageCap(cap);
      const { out, sent } = await getMany({ returnAll: true });
      expect(out.map(({ id }) => id)).toEqual(wanted());
      expect(sent.length).toBeLessThanOrEqual(cap === null ? 8 : 20);
    },
  );

  it('names the template if the ID is unknown', async () => {
    const { error } = await n8n.pass('getAll', { templateId: byId('gone'), returnAll: true });
    expect(error?.message).toContain("Template not found: 'gone'");
    expect(error?.description).toContain("Choose the template again in 'Template'");
  });

  it('fails if the service cannot return all passes', async () => {
    control().seedPasses(templateId(), 80, { perInstant: 80 });
    control().setPageCap(50);
    const { error } = await getMany({ returnAll: true });
    expect(error?.message).toMatch(/same moment/);
  });

  it.each([1, 10, 250])('stops early with Limit %i', async (limit) => {
    control().seedPasses(templateId(), 600, { perInstant: 3 });
    const { out, sent } = await getMany({ limit });
    expect(out.map(({ id }) => id)).toEqual(wanted().slice(0, limit));
    expect(pages(sent)).toHaveLength(limit > 200 ? 2 : 1);
  });

  it('always requests a page, never everything', async () => {
    control().seedPasses(templateId(), 10);
    await getMany({ returnAll: true });
    expect(
      control()
        .requests()
        .map(({ query }) => query.limit),
    ).toEqual(['200']);
  });

  it.each([
    ['installed', 75],
    ['not_installed', 225],
    ['all', 300],
  ])('filters status %s locally, so that paging works', async (status, count) => {
    control().seedPasses(templateId(), 300, { installedShare: 0.25, perInstant: 4 });
    const all = await getMany({ returnAll: true, filters: { status } });
    expect(all.out).toHaveLength(count);
    expect(
      control()
        .requests()
        .every(({ query }) => query.status === undefined),
    ).toBe(true);
    const some = await getMany({ limit: 60, filters: { status } });
    expect(some.out.map(({ id }) => id)).toEqual(all.out.slice(0, 60).map(({ id }) => id));
  });

  it('rejects a value that is neither all results nor a limit, and names the input', async () => {
    const both = async (parameters: object) => (await getMany(parameters)).error?.message;
    expect(await both({ returnAll: '={{ "maybe" }}' })).toBe(
      "'Return All' must be true or false, not 'maybe' [item 0]",
    );
    expect(await both({ limit: '={{ "" }}' })).toBe(
      "'Limit' is mapped but empty for this item [item 0]",
    );
  });

  it('every item of the input gets its own list, paired', async () => {
    control().seedPasses(templateId(), 3);
    control().seedPasses(n8n.sandbox.templates.loyalty, 2);
    const { out, run } = await n8n.pass(
      'getAll',
      { templateId: byId('={{ $json.id }}'), returnAll: '={{ $json.all }}', limit: 1 },
      {
        items: [
          { id: templateId(), all: false },
          { id: n8n.sandbox.templates.generic, all: true },
          { id: n8n.sandbox.templates.loyalty, all: true },
        ],
      },
    );
    expect(out).toHaveLength(3);
    expect(run.items('Wallet Pass').map(({ pairedItem }) => pairedItem)).toEqual([
      { item: 0 },
      { item: 2 },
      { item: 2 },
    ]);
  });
});

describe('Simplify', () => {
  const pass = {
    externalId: 'M-1',
    email: 'ana@example.com',
    templateFields: { validUntil: '2020-01-01T00:00:00Z' },
  };

  it('keeps the most useful fields and the field values, all flat', async () => {
    control().seedPasses(templateId(), 1, { values: pass });
    const { out } = await getMany({});
    expect(out).toEqual([
      {
        id: someText,
        externalId: 'M-1',
        status: 'expired',
        email: 'ana@example.com',
        collectedStamps: 0,
        installed: false,
        created: textWith(/Z$/),
        templateName: someText,
        validUntil: '2020-01-01T00:00:00.000Z',
      },
    ]);
  });

  it('off returns everything, with the field values in their groups', async () => {
    control().seedPasses(templateId(), 1, { values: pass });
    const { out } = await getMany({ simplify: false });
    const [booked] = control().passes(templateId());
    expect(out).toMatchObject([
      {
        id: booked?.id,
        templateId: templateId(),
        created: new Date(booked?.created ?? 0).toISOString(),
        deviceCount: 0,
        installed: false,
        status: 'expired',
        isValid: true,
        templateFields: { validUntil: '2020-01-01T00:00:00.000Z' },
      },
    ]);
  });
});
