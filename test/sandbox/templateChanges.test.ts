import { T0, useSandbox } from './harness';
import { picture } from './images';

interface Field {
  id?: string;
  label?: string;
}
type Design = Record<string, unknown> & { header: Field; rows: Field[][]; linkRows: Field[] };
interface Template {
  id: string;
  name: string;
  type: string;
  pass: string;
  enrollForm: string;
  created: number;
  updated: number;
  error?: string;
}

const h = useSandbox();
const create = (body: unknown) => h.call<Template>('POST', '/templates', { body });
const change = (id: string, body: unknown) =>
  h.call<Template>('PATCH', `/templates/${id}`, { body });
const design = (template: Template) => JSON.parse(template.pass) as Design;
const make = async (type: string, pass: object = {}, rest: object = {}) => {
  const { status, body } = await create({ name: 'New', type, pass, ...rest });
  expect([status, body.error]).toEqual([201, undefined]);
  return body;
};
const patched = async (id: string, pass: object) => {
  const { status, body } = await change(id, { pass });
  expect([status, body.error]).toEqual([200, undefined]);
  return design(body);
};
const file = async (purpose: string) => (await h.upload(await picture('png'), { purpose })).body;
const place = { name: 'Pier', latitude: 53.5, longitude: 9.9 };

describe('create', () => {
  test.each(['generic', 'loyalty', 'giftCard', 'eventTicket', 'offer'])(
    'a %s template needs a name and a type, and starts from the default design of its type',
    async (type) => {
      const template = await make(type);
      expect(template).toMatchObject({ object: 'template', name: 'New', type });
      expect([template.created, template.updated]).toEqual([T0, T0]);
      expect(design(template)).toMatchObject({
        backgroundColor: expect.stringMatching(/^#[0-9a-f]{6}$/) as string,
        header: { id: expect.any(String) as string, label: expect.any(String) as string },
        barcode: true,
        barcodeType: 'qrcode',
        locations: [],
      });
      expect((await h.call('GET', `/templates/${template.id}`)).body).toEqual(template);
    },
  );

  test('generic and loyalty start with a form asking name, email and phone, the others without', async () => {
    const asks = async (type: string) => {
      const form = JSON.parse((await make(type)).enrollForm) as { fields: { label: string }[] };
      return form.fields.map(({ label }) => label);
    };
    expect(await asks('generic')).toEqual(['Name', 'E-mail', 'Phone']);
    expect(await asks('loyalty')).toEqual(['Name', 'E-mail', 'Phone']);
    expect(await asks('offer')).toEqual([]);
  });

  test('what pass holds is laid over the default design', async () => {
    const template = await make('loyalty', {
      backgroundColor: '#ABCDEF',
      header: { label: 'Beans' },
      rows: [[{ id: 'accountName', label: 'Who' }]],
    });
    expect(design(template)).toMatchObject({
      backgroundColor: '#ABCDEF',
      header: { id: 'balance', label: 'Beans' },
      rows: [[{ id: 'accountName', label: 'Who' }]],
      linkRows: [{ id: 'rewards', label: 'Rewards' }],
    });
  });

  test('locations stand beside pass, or in it; the ones beside it win', async () => {
    const other = { ...place, name: 'Other' };
    expect(design(await make('offer', {}, { locations: [place] })).locations).toEqual([place]);
    expect(design(await make('offer', { locations: [other] })).locations).toEqual([other]);
    const both = await make('offer', { locations: [other] }, { locations: [place] });
    expect(design(both).locations).toEqual([place]);
  });

  test('the new template is the first of the list and takes passes', async () => {
    const { id } = await make('generic');
    const list = await h.call<{ data: Template[] }>('GET', '/templates?limit=1');
    expect(list.body.data[0]?.id).toBe(id);
    await h.issue({ templateId: id, customFields: { memberName: 'Ada' } });
  });

  test('wallet identities come in the background: until then passes have no wallet links', async () => {
    const { id } = await make('generic');
    const passId = await h.issue({ templateId: id });
    const links = async () =>
      (await h.call<{ pass: object }>('GET', `/pass?id=${passId}`)).body.pass;
    expect(await links()).toEqual({});
    h.sandbox.control.advanceClock(2000);
    expect(Object.keys(await links())).toEqual(['wallet_a', 'wallet_b']);
  });

  test.each([
    [{ type: 'generic' }],
    [{ name: '', type: 'generic' }],
    [{ name: 'x' }],
    [{ name: 'x', type: 'boardingPass' }],
    [{ name: 'x', type: 'generic', pass: '{}' }],
    [{ name: 'x', type: 'generic', locations: [{}] }],
    [{ name: 'x', type: 'generic', locations: [{ latitude: 91, longitude: 0 }] }],
  ])('%j answers 400', async (body) => {
    expect((await create(body)).status).toBe(400);
  });

  test.each(['accessBadge', 'badge', 'access_badge'])(
    'an access badge (%s) answers 403 with its code',
    async (type) => {
      const answer = await create({ name: 'Door', type });
      expect(answer.status).toBe(403);
      expect(answer.body).toMatchObject({ code: 'access_badge_not_creatable_here' });
    },
  );
});

describe('design', () => {
  test.each([
    ['Member number', 'memberNumber'],
    ['Home  branch (city)', 'homeBranchCity'],
    ['VIP level', 'vipLevel'],
    ['Größe', 'größe'],
    ['memberName', 'memberName'],
    ["Visitor's badge 2", 'visitorsBadge2'],
    ['Balance', 'balance'],
  ])('the label %j without an ID gives the ID %j', async (label, id) => {
    const { rows } = design(await make('giftCard', { rows: [[{ label }]] }));
    expect(rows).toEqual([[{ id, label }]]);
  });

  test('empty columns stay, in rows of up to three fields', async () => {
    const row = [{ label: 'A' }, {}, { label: 'B' }];
    const { rows } = design(await make('generic', { rows: [row, []] }));
    expect(rows).toEqual([[{ id: 'a', label: 'A' }, {}, { id: 'b', label: 'B' }], []]);
  });

  test.each([
    [{ rows: [[{ label: 'A' }, {}, { label: 'B' }, { label: 'C' }]] }],
    [{ rows: [[{ id: 'noLabel' }]] }],
    [{ rows: [[{ label: '★' }]] }],
    [{ rows: [{ label: 'not in a row' }] }],
    [{ linkRows: [{}] }],
    [{ backgroundColor: 'red' }],
    [{ backgroundColor: '#12345' }],
    [{ textColor: '#ggg' }],
    [{ labelColor: 1 }],
    [{ adjustTextColor: 'no' }],
    [{ barcode: 'yes' }],
    [{ header: null }],
    [{ stampCount: 0 }],
    [{ stampCount: 51 }],
    [{ logo: 'https://example.com/logo.png' }],
  ])('%j answers 400', async (pass) => {
    expect((await create({ name: 'x', type: 'loyalty', pass })).status).toBe(400);
    expect((await change(h.sandbox.templates.loyalty, { pass })).status).toBe(400);
  });

  test.each(['#fff', '#A1b2C3'])('%s is a hex colour', async (textColor) => {
    const shown = design(await make('offer', { adjustTextColor: false, textColor }));
    expect(shown).toMatchObject({ adjustTextColor: false, textColor });
  });

  test.each(['qrcode', 'code128', 'pdf417', 'azteccode', 'code39', 'codabar', 'ean13', 'itf'])(
    'barcodeType %s is taken',
    async (barcodeType) => {
      expect(design(await make('offer', { barcodeType }))).toMatchObject({ barcodeType });
    },
  );

  test.each(['upca', 'QRCODE', '', 7, null])('barcodeType %j is refused', async (barcodeType) => {
    const { status, body } = await create({ name: 'x', type: 'offer', pass: { barcodeType } });
    expect(status).toBe(400);
    expect(body.error).toMatch(/^Unsupported barcodeType/);
  });

  test('keys that are no design keys are ignored', async () => {
    expect(design(await make('offer', { sparkle: true }))).not.toHaveProperty('sparkle');
  });
});

describe('images', () => {
  test('a file ID becomes the address of the image', async () => {
    const [logo, icon] = [await file('template_logo'), await file('template_icon')];
    const template = await make('generic', { logo: { fileId: logo.id } });
    expect(design(template)).toMatchObject({ logo: logo.url });
    expect(await patched(template.id, { icon: { fileId: icon.id } })).toMatchObject({
      logo: logo.url,
      icon: icon.url,
    });
  });

  test.each([['x'], [5], [undefined], [`file_${'g'.repeat(32)}`]])(
    'file ID %j is malformed: 400',
    async (fileId) => {
      const { status, body } = await create({
        name: 'x',
        type: 'offer',
        pass: { hero: { fileId } },
      });
      expect([status, body]).toEqual([400, { error: 'Invalid file id' }]);
    },
  );

  test('a missing file answers 404, a foreign one 403, and nothing is saved', async () => {
    const id = h.sandbox.templates.offer;
    const before = (await h.call('GET', `/templates/${id}`)).body;
    const missing = `file_${'0'.repeat(32)}`;
    const use = (fileId: string) => change(id, { name: 'No', pass: { icon: { fileId } } });
    expect(await use(missing)).toMatchObject({
      status: 404,
      body: { error: `File ${missing} not found` },
    });
    const { fileId } = h.sandbox.foreign;
    expect(await use(fileId)).toMatchObject({
      status: 403,
      body: { error: `File ${fileId} does not belong to this account` },
    });
    expect((await h.call('GET', `/templates/${id}`)).body).toEqual(before);
  });
});

describe('stamp cards', () => {
  const stampCard = { useStampCollection: true, stampCount: 8 };
  const pair = async () => ({
    stamp: { fileId: (await file('template_stamp')).id },
    hero: { fileId: (await file('template_hero')).id },
  });

  test('a default stamp and banner are supplied, and served', async () => {
    const shown = design(await make('loyalty', stampCard));
    expect(shown).toMatchObject(stampCard);
    for (const url of [shown.stamp, shown.hero]) {
      const path = String(url).replace(h.sandbox.baseUrl, '');
      expect((await h.call('GET', path, { headers: {} })).status).toBe(200);
    }
  });

  test('uploaded ones are used when both are given', async () => {
    const shown = design(await make('loyalty', { ...stampCard, ...(await pair()) }));
    expect(shown.stamp).toContain('/images/file_');
    expect(shown.hero).toContain('/images/file_');
  });

  test('one of the two alone answers 400, on create and on change', async () => {
    const { stamp, hero } = await pair();
    for (const one of [{ stamp }, { hero }]) {
      const pass = { ...stampCard, ...one };
      for (const answer of [
        await create({ name: 'x', type: 'loyalty', pass }),
        await change(h.sandbox.templates.loyalty, { pass }),
        await change(h.sandbox.templates.stampCard, { pass: one }),
      ]) {
        expect(answer.status).toBe(400);
        expect(answer.body.error).toMatch(
          /^Stamp collection \(useStampCollection: true\) requires both 'stamp' and 'hero' images/,
        );
      }
    }
  });

  test('a hero alone is fine on a card that collects no stamps', async () => {
    const { hero } = await pair();
    await make('loyalty', { hero });
  });

  test('the size is needed', async () => {
    const pass = { useStampCollection: true };
    expect((await create({ name: 'x', type: 'loyalty', pass })).status).toBe(400);
    expect((await change(h.sandbox.templates.loyalty, { pass })).status).toBe(400);
    expect((await change(h.sandbox.templates.stampCard, { pass })).status).toBe(200);
  });

  test('other types are no stamp cards', async () => {
    expect((await create({ name: 'x', type: 'generic', pass: stampCard })).status).toBe(400);
  });

  test('a points card can become one, and stamps can then be added', async () => {
    const templateId = h.sandbox.templates.loyalty;
    await patched(templateId, stampCard);
    const id = await h.issue({ templateId });
    const { body } = await h.patch({ id, stampOperation: { operation: 'add', count: 9 } });
    expect(body).toMatchObject({ stampCollection: { collectedStamps: 8, isComplete: true } });
  });
});

describe('change', () => {
  const id = () => h.sandbox.templates.loyalty;

  test('only what is sent changes, and updated moves', async () => {
    const before = (await h.call<Template>('GET', `/templates/${id()}`)).body;
    const { body } = await change(id(), { pass: { backgroundColor: '#010203' } });
    expect(body).toEqual({
      ...before,
      updated: T0,
      pass: JSON.stringify({ ...design(before), backgroundColor: '#010203' }),
    });
  });

  test('the name changes alone', async () => {
    expect((await change(id(), { name: 'Other' })).body.name).toBe('Other');
    expect((await change(id(), { name: ' ' })).status).toBe(400);
  });

  test('the header merges key by key', async () => {
    const { header } = await patched(id(), { header: { label: 'Beans' } });
    expect(header).toEqual({ id: 'balance', label: 'Beans' });
    const moved = await patched(id(), { header: { id: 'rewards' } });
    expect(moved.header).toEqual({ id: 'rewards', label: 'Beans' });
  });

  test('rows, linkRows and locations are replaced whole; an empty list clears', async () => {
    const shown = await patched(id(), {
      rows: [[{ label: 'Only one' }]],
      linkRows: [],
      locations: [place],
    });
    expect(shown.rows).toEqual([[{ id: 'onlyOne', label: 'Only one' }]]);
    expect(shown.linkRows).toEqual([]);
    expect(shown.locations).toEqual([place]);
    expect((await patched(id(), { locations: [] })).locations).toEqual([]);
  });

  test('locations outside pass are not read', async () => {
    const { status, body } = await change(id(), { locations: [place] });
    expect([status, design(body).locations]).toEqual([200, []]);
  });

  test('the type cannot be changed', async () => {
    expect((await change(id(), { type: 'offer' })).body.type).toBe('loyalty');
  });

  test('passes show the new design at once', async () => {
    const passId = await h.issue({ templateId: id(), customFields: { roastOfTheDay: 'Ethiopia' } });
    await patched(id(), { rows: [[{ label: 'Roast of the day' }]] });
    const page = await h.call('GET', `/p/${passId}`, { headers: {} });
    expect(page.text).toContain('Ethiopia');
  });

  test('a missing or foreign template answers 404 Resource not found', async () => {
    for (const other of ['none', h.sandbox.foreign.templateId]) {
      const answer = await change(other, { name: 'x' });
      expect([answer.status, answer.body]).toEqual([404, { error: 'Resource not found' }]);
    }
  });
});
