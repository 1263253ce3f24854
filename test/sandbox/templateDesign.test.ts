import { useSandbox } from './harness';
import { templateCalls } from './templateCalls';

const h = useSandbox();
const { create, change, design, make, patched, file } = templateCalls(h);

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

  test('empty columns are kept, in rows of up to three fields', async () => {
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
  ])('%j returns 400', async (pass) => {
    expect((await create({ name: 'x', type: 'loyalty', pass })).status).toBe(400);
    expect((await change(h.sandbox.templates.loyalty, { pass })).status).toBe(400);
  });

  test.each(['#fff', '#A1b2C3'])('%s is a hex color', async (textColor) => {
    const shown = design(await make('offer', { adjustTextColor: false, textColor }));
    expect(shown).toMatchObject({ adjustTextColor: false, textColor });
  });

  test.each(['qrcode', 'code128', 'pdf417', 'azteccode', 'code39', 'codabar', 'ean13', 'itf'])(
    'barcodeType %s is accepted',
    async (barcodeType) => {
      expect(design(await make('offer', { barcodeType }))).toMatchObject({ barcodeType });
    },
  );

  test.each(['upca', 'QRCODE', '', 7, null])('barcodeType %j is refused', async (barcodeType) => {
    const { status, body } = await create({ name: 'x', type: 'offer', pass: { barcodeType } });
    expect(status).toBe(400);
    expect(body.error).toMatch(/^Unsupported barcodeType/);
  });

  test('unknown design keys are ignored', async () => {
    expect(design(await make('offer', { sparkle: true }))).not.toHaveProperty('sparkle');
  });
});

describe('images', () => {
  test('a file ID becomes the URL of the image', async () => {
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

  test('a missing file returns 404, a foreign one 403, and nothing is saved', async () => {
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

  test('uploaded images are used if both are given', async () => {
    const shown = design(await make('loyalty', { ...stampCard, ...(await pair()) }));
    expect(shown.stamp).toContain('/images/file_');
    expect(shown.hero).toContain('/images/file_');
  });

  test('only one of the two returns 400, on create and on change', async () => {
    const { stamp, hero } = await pair();
    for (const one of [{ stamp }, { hero }]) {
      const pass = { ...stampCard, ...one };
      for (const response of [
        await create({ name: 'x', type: 'loyalty', pass }),
        await change(h.sandbox.templates.loyalty, { pass }),
        await change(h.sandbox.templates.stampCard, { pass: one }),
      ]) {
        expect(response.status).toBe(400);
        expect(response.body.error).toMatch(
          /^Stamp collection \(useStampCollection: true\) requires both 'stamp' and 'hero' images/,
        );
      }
    }
  });

  test('a hero alone is accepted on a card without stamps', async () => {
    const { hero } = await pair();
    await make('loyalty', { hero });
  });

  test('the size is required', async () => {
    const pass = { useStampCollection: true };
    expect((await create({ name: 'x', type: 'loyalty', pass })).status).toBe(400);
    expect((await change(h.sandbox.templates.loyalty, { pass })).status).toBe(400);
    expect((await change(h.sandbox.templates.stampCard, { pass })).status).toBe(200);
  });

  test('other types cannot be stamp cards', async () => {
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
