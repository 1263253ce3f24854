import type { INodeProperties } from 'n8n-workflow';

import { picture } from '../sandbox/images';
import { expression } from '../support/expression';
import { useImageServer } from '../support/imageServer';
import { someText, textWith } from '../support/matchers';
import type { PassRun } from '../support/n8n';
import { binaryFile, byId, useN8n } from '../support/n8n';

const n8n = useN8n();
const web = useImageServer(n8n, () => picture('png', 1032, 336));
const templates = () => n8n.sandbox.templates;
const control = () => n8n.sandbox.control;

const run = (operation: string, parameters: object, options: PassRun = {}) =>
  n8n.pass(operation, parameters, { resource: 'template', ...options });

/** A template as stored by the service, with its design parsed. */
async function stored(templateId: unknown) {
  const { out } = await run('get', { templateId: byId(templateId as string), simplify: false });
  return out[0] as { name: string; design: Record<string, unknown>; updated: number };
}
const lastSent = (method: string) => n8n.bodies(method, /^\/templates/).at(-1);
const from = (image: object) => ({ image });
const UNUSED_FILE = `file_${'0'.repeat(32)}`;

async function uploaded(purpose: string): Promise<string> {
  const { out } = await n8n.pass(
    'upload',
    { inputSource: 'binary', binaryPropertyName: 'data', purpose },
    { resource: 'file', binary: { data: binaryFile(await picture('png', 300, 300)) } },
  );
  return out[0]?.id as string;
}

describe('a design without JSON', () => {
  const design = {
    backgroundColor: '#102030',
    textColor: '#FFF',
    labelColor: 'd9a566',
    headerLabel: 'Points',
    headerId: 'balance',
    rows: {
      entry: [
        { firstLabel: 'Member', firstId: 'accountName', secondLabel: '', thirdLabel: 'Home shop' },
        { firstLabel: 'Größe' },
      ],
    },
    linkRows: { entry: [{ label: 'Member number', id: 'accountId' }, { label: 'Terms of use' }] },
    barcode: 'show',
    barcodeType: 'code128',
    stampCount: 8,
    locations: {
      entry: [
        { latitude: 53.5461, longitude: 9.9937, relevantText: 'Your coffee is near' },
        { latitude: -33.9, longitude: 18.4, relevantText: '' },
      ],
    },
  };

  it('is created with colors, images, fields, barcode, stamps and locations', async () => {
    const stamp = await uploaded('template_stamp');
    control().clearRequests();
    const { out, sent } = await run(
      'create',
      {
        name: 'Coffee Club',
        type: 'loyalty',
        simplify: false,
        design,
        images: {
          logo: from({ inputSource: 'binary', binaryPropertyName: 'picture' }),
          hero: from({ inputSource: 'url', url: web.url() }),
          stamp: from({ inputSource: 'fileId', fileId: stamp }),
        },
      },
      { binary: { picture: binaryFile(await picture('png')) } },
    );
    expect(sent).toEqual([`GET /files/${stamp}`, 'POST /files', 'POST /files', 'POST /templates']);
    expect(n8n.bodies('POST', '/files')).toContainEqual({
      url: web.url(),
      purpose: 'template_hero',
    });
    const fields = {
      header: { id: 'balance', label: 'Points' },
      rows: [
        [{ id: 'accountName', label: 'Member' }, {}, { id: 'homeShop', label: 'Home shop' }],
        [{ id: 'große', label: 'Größe' }],
      ],
      linkRows: [
        { id: 'accountId', label: 'Member number' },
        { id: 'termsOfUse', label: 'Terms of use' },
      ],
    };
    const places = [
      { latitude: 53.5461, longitude: 9.9937, relevantText: 'Your coffee is near' },
      { latitude: -33.9, longitude: 18.4 },
    ];
    const look = {
      backgroundColor: '#102030',
      textColor: '#FFF',
      labelColor: '#d9a566',
      adjustTextColor: false,
      barcode: true,
      barcodeType: 'code128',
      useStampCollection: true,
      stampCount: 8,
    };
    const image = { fileId: textWith(/^file_[0-9a-f]{32}$/) };
    expect(lastSent('POST')).toEqual({
      name: 'Coffee Club',
      type: 'loyalty',
      locations: places,
      pass: { ...look, ...fields, logo: image, hero: image, stamp: { fileId: stamp } },
    });
    expect(out).toMatchObject([
      {
        id: someText,
        name: 'Coffee Club',
        type: 'loyalty',
        stampCount: 8,
        createdIso: someText,
        design: {
          ...look,
          ...fields,
          locations: places,
          logo: textWith('/images/file_'),
          hero: textWith('/images/file_'),
          stamp: textWith(stamp),
        },
      },
    ]);
    expect(out[0]?.fields).toContainEqual({ id: 'homeShop', label: 'Home shop', place: 'row' });
    expect(out[0]?.fields).toContainEqual({ id: 'balance', label: 'Points', place: 'header' });
  });

  it('with only a name and a type follows the type’s default', async () => {
    const { out } = await run('create', { name: 'Plain', type: 'eventTicket', simplify: true });
    expect(lastSent('POST')).toEqual({ name: 'Plain', type: 'eventTicket' });
    expect(Object.keys(out[0] ?? {})).toEqual([
      'id',
      'name',
      'type',
      'fields',
      'createdIso',
      'updatedIso',
    ]);
  });

  it('hides the barcode, and lets text colors follow the background', async () => {
    await run('create', {
      name: 'Bare',
      type: 'generic',
      design: { barcode: 'hide', backgroundColor: '#fff' },
    });
    expect(lastSent('POST')?.pass).toEqual({ barcode: false, backgroundColor: '#fff' });
  });

  it('one bad image stops it before any other is uploaded, for every item', async () => {
    const { error, sent } = await run(
      'create',
      {
        name: 'Two images',
        type: 'generic',
        images: {
          logo: from({ inputSource: 'binary', binaryPropertyName: 'picture' }),
          icon: from({
            inputSource: 'binary',
            binaryPropertyName: expression("$itemIndex === 1 ? 'pdf' : 'picture'"),
          }),
        },
      },
      {
        items: [{}, {}],
        binary: {
          picture: binaryFile(await picture('png', 50, 50)),
          pdf: binaryFile(Buffer.from('%PDF-1.7'), 'application/pdf', 'card.pdf'),
        },
      },
    );
    expect(error?.message).toMatch(/^'Icon Image' is of type application\/pdf, not an image/);
    expect(error?.message).toMatch(/\[item 1\]$/);
    expect(error?.context).toMatchObject({ field: 'icon' });
    expect(sent).toEqual([]);
  });

  it('refuses an ID that another field of the template keeps, before any item is sent', async () => {
    const row = { firstLabel: 'Member', secondLabel: 'Since', secondId: '={{ $json.id }}' };
    const { error, sent } = await run(
      'update',
      { templateId: byId(templates().generic), design: { rows: { entry: [row] } } },
      { items: [{ id: 'since' }, { id: 'memberName' }] },
    );
    expect(error?.message).toBe(
      "Row 1: 'Second Label' has a field ID that is used twice: 'memberName' [item 1]",
    );
    expect(sent.filter((one) => !one.startsWith('GET '))).toEqual([]);
  });

  it.each([
    ['backgroundColor', { backgroundColor: 'blue' }, /^'Background Color' is not a color: 'blue'/],
    ['rows', { rows: { entry: [{ firstLabel: 'A' }, { firstLabel: 'B', firstId: 'a' }] } }, /^Row 1: 'First Label' has a field ID that is used twice: 'a'/],
    ['rows', { rows: { entry: [{ firstLabel: '!?' }] } }, /^Row 1: 'First Label' cannot be turned into a field ID: '!\?'/],
    ['linkRows', { linkRows: { entry: [{ label: 'A' }, { label: '' }] } }, /^Back Field 2: 'Label' is empty/],
    ['locations', { locations: { entry: [{ latitude: 91, longitude: 0 }] } }, /^Location 1: 'Latitude' must be a number from -90 to 90/],
    ['stampCount', { stampCount: 51 }, /^'Stamp Card Size' must be a whole number from 1 to 50/],
    ['stampCount', { stampCount: 5 }, /^'Stamp Card Size' needs a loyalty template/],
    ['rows', { rows: { entry: [{ firstLabel: 'A' }, { firstLabel: '', secondLabel: ' ' }] } }, /^Row 2: 'First Label' is empty, and so are the other labels/],
    ['rows', { rows: { entry: [{ firstLabel: 'A', secondId: 'b' }] } }, /^Row 1: 'Second Label' is empty/],
    ['designJson', { designJson: { useStampCollection: true, stampCount: 5 } }, /^'Design \(JSON\)' needs a loyalty template/],
    ['designJson', { designJson: { logo: 'logo.png' } }, /^'Design \(JSON\)' is invalid at logo: must be a file ID or a URL/],
    ['designJson', { designJson: { hero: 5 } }, /^'Design \(JSON\)' is invalid at hero: must be a file ID or a URL/],
    ['barcodeType', { barcodeType: expression('"upc"') }, /^'Barcode Type' must be one of/],
    ['designJson', { designJson: '{"rows": [' }, /^'Design \(JSON\)' must be/],
    ['designJson', { designJson: '[1]' }, /^'Design \(JSON\)' must be/],
  ])('refuses an invalid %s before anything is sent: %j', async (_field, bad, words) => {
    const { error, sent } = await run('create', { name: 'Bad', type: 'generic', design: bad });
    expect(error?.message).toMatch(words);
    expect(error?.context).toMatchObject({ kind: 'invalidInput' });
    expect(sent).toEqual([]);
  }); // prettier-ignore

  it.each(['stamp', 'hero'])('refuses a stamp card with only a %s image', async (key) => {
    const { error, sent } = await run('create', {
      name: 'Half',
      type: 'loyalty',
      design: { stampCount: 5 },
      images: { [key]: from({ inputSource: 'fileId', fileId: UNUSED_FILE }) },
    });
    expect(error?.message).toMatch(/^'(Hero|Stamp) Image' is missing/);
    expect(sent).toEqual([]);
  });

  it('refuses a malformed image ID locally; the service refuses a missing or foreign one', async () => {
    const withLogo = (fileId: string) =>
      run('update', {
        templateId: byId(templates().generic),
        images: { logo: from({ inputSource: 'fileId', fileId }) },
      });
    const malformed = await withLogo('file_42');
    expect(malformed.error?.message).toMatch(/^'Logo Image' is not a file ID: 'file_42'/);
    expect(malformed.sent).toEqual([]);
    const missing = await withLogo(UNUSED_FILE);
    expect(missing.error).toMatchObject({ httpCode: '404', message: textWith(UNUSED_FILE) });
    const foreign = await withLogo(n8n.sandbox.foreign.fileId);
    expect(foreign.error).toMatchObject({
      httpCode: '403',
      message: textWith('does not belong to this account'),
    });
  });
});

describe('changing a design', () => {
  const update = (design: object, more: object = {}, options: PassRun = {}) =>
    run('update', { templateId: byId(templates().loyalty), design, ...more }, options);

  it('sends only filled inputs, and locations inside the design', async () => {
    const { out, sent } = await update(
      { barcode: 'hide', locations: { entry: [{ latitude: 1, longitude: 2 }] } },
      { updateFields: { name: 'New name' } },
    );
    expect(sent).toEqual([`PATCH /templates/${templates().loyalty}`]);
    expect(lastSent('PATCH')).toEqual({
      name: 'New name',
      pass: { barcode: false, locations: [{ latitude: 1, longitude: 2 }] },
    });
    expect(out).toMatchObject([{ id: templates().loyalty, name: 'New name' }]);
    await run('update', {
      templateId: byId(templates().loyalty),
      updateFields: { clearLocations: true },
    });
    expect(lastSent('PATCH')).toEqual({ pass: { locations: [] } });
  });

  it('a field that keeps its label keeps its ID, wherever it moves', async () => {
    await update({
      headerLabel: 'Level',
      rows: {
        entry: [{ firstLabel: 'points ', secondLabel: 'FIND A SHOP', thirdLabel: 'Brand new' }],
      },
      linkRows: { entry: [{ label: 'Member' }] },
    });
    expect(lastSent('PATCH')?.pass).toEqual({
      header: { id: 'level', label: 'Level' },
      rows: [
        [
          { id: 'balance', label: 'points ' },
          { id: 'shopFinder', label: 'FIND A SHOP' },
          { id: 'brandNew', label: 'Brand new' },
        ],
      ],
      linkRows: [{ id: 'accountName', label: 'Member' }],
    });
  });

  it('orphans no value if a new label is given with the ID', async () => {
    const [passId = ''] = control().seedPasses(templates().loyalty, 1, {
      values: { templateFields: { accountName: 'Ana', balance: 7 } },
    });
    await update({
      headerLabel: 'Stars',
      rows: { entry: [{ firstLabel: 'Regular', firstId: 'accountName' }] },
    });
    const { design } = await stored(templates().loyalty);
    expect(design).toMatchObject({
      header: { id: 'balance', label: 'Stars' },
      rows: [[{ id: 'accountName', label: 'Regular' }]],
    });
    expect(control().pass(passId)).toMatchObject({
      templateFields: { accountName: 'Ana', balance: 7 },
    });
  });

  it('a headline in JSON without its ID keeps its values', async () => {
    await update({ designJson: { header: { label: 'Beans' } } });
    const { design } = await stored(templates().loyalty);
    expect(design.header).toEqual({ id: 'balance', label: 'Beans' });
  });

  it('the same label on front and back never gives the front the ID of the back', async () => {
    const back = { linkRows: { entry: [{ label: 'Points', id: 'hint' }] } };
    await update({ rows: { entry: [{ firstLabel: 'Level', firstId: 'tier' }] }, ...back });
    await update({ headerLabel: 'Points', rows: { entry: [{ firstLabel: 'Status' }] } });
    const { design } = await stored(templates().loyalty);
    expect(design).toMatchObject({
      header: { id: 'balance', label: 'Points' },
      rows: [[{ id: 'tier', label: 'Status' }]],
      linkRows: [{ id: 'hint', label: 'Points' }],
    });
  });

  it('two items that change one template: the second sees the change of the first', async () => {
    const labels = [
      ['Nickname', 'Reward level'],
      ['Reward level', 'Nickname'],
    ];
    const label = (column: number) => `={{ ${JSON.stringify(labels)}[$itemIndex][${column}] }}`;
    const rows = { entry: [{ firstLabel: label(0), secondLabel: label(1) }] };
    const { error } = await update({ rows }, {}, { items: [{}, {}] });
    expect(error).toBeUndefined();
    expect((await stored(templates().loyalty)).design.rows).toEqual([
      [
        { id: 'rewards', label: 'Reward level' },
        { id: 'accountName', label: 'Nickname' },
      ],
    ]);
  });

  it('changes only fields whose IDs are given if the key cannot read IDs', async () => {
    const key = control().addKey(['templates.edit']);
    const kept = await update({ headerLabel: 'Stars', headerId: 'balance' }, {}, { key });
    expect(kept.sent).toEqual([`PATCH /templates/${templates().loyalty}`]);
    const { error, sent } = await update(
      { linkRows: { entry: [{ label: 'Terms' }] } },
      {},
      { key },
    );
    expect(error).toMatchObject({
      httpCode: '403',
      message: 'This API key lacks the scope templates.viewAll [item 0]',
      description: textWith("'Field ID'"),
    });
    expect(sent.filter((one) => one.startsWith('PATCH'))).toEqual([]);
  });

  it('with nothing to change refuses before anything is sent', async () => {
    const { error, sent } = await run(
      'update',
      {
        templateId: byId(templates().loyalty),
        updateFields: { name: expression("$itemIndex === 1 ? '' : 'N'") },
        design: { rows: {} },
      },
      { items: [{}, {}] },
    );
    expect(error?.message).toBe('There is nothing to change: every value is empty [item 1]');
    expect(sent).toEqual([]);
  });

  it('runs two changes of one template one at a time, in order', async () => {
    control().setLatency(5);
    await run(
      'update',
      {
        templateId: byId(templates().offer),
        updateFields: { name: expression('"Name " + $itemIndex') },
      },
      { items: [{}, {}, {}] },
    );
    expect(control().inFlightMax()).toBe(1);
    expect((await stored(templates().offer)).name).toBe('Name 2');
  });
});

describe('reading a design and sending it back', () => {
  it.each(['generic', 'loyalty', 'stampCard', 'giftCard', 'eventTicket', 'offer'] as const)(
    'changes nothing of %s, images included',
    async (kind) => {
      const id = templates()[kind];
      const own = await uploaded('template_logo');
      await run('update', {
        templateId: byId(id),
        images: { logo: from({ inputSource: 'fileId', fileId: own }) },
        design: { locations: { entry: [{ latitude: 1.5, longitude: 2.5 }] } },
      });
      const before = await stored(id);
      for (const designJson of [before.design, JSON.stringify(before.design)]) {
        const { error } = await run('update', {
          templateId: byId(id),
          design: { designJson: expression(JSON.stringify(designJson)) },
        });
        expect(error).toBeUndefined();
        expect(await stored(id)).toEqual({
          ...before,
          updated: expect.anything(),
          updatedIso: someText,
        });
      }
      expect(JSON.stringify(lastSent('PATCH'))).not.toContain('http');
      expect(before.design.logo).toContain(own);
    },
  );

  it('creates an identical template with copies of its images, and locations at the top level', async () => {
    await run('update', {
      templateId: byId(templates().stampCard),
      design: { locations: { entry: [{ latitude: 1.5, longitude: 2.5 }] } },
    });
    const { design } = await stored(templates().stampCard);
    control().setImageFetch({ allowedOrigins: [n8n.sandbox.baseUrl] });
    const { out, error } = await run('create', {
      name: 'Again',
      type: 'loyalty',
      design: { designJson: JSON.stringify(design), backgroundColor: '#000000' },
      simplify: false,
    });
    expect(error).toBeUndefined();
    expect(lastSent('POST')).toMatchObject({ locations: [{ latitude: 1.5, longitude: 2.5 }] });
    expect(lastSent('POST')?.pass).not.toHaveProperty('locations');
    const { rows, linkRows, header, stampTiers, locations } = design;
    expect(out[0]?.design).toMatchObject({
      rows,
      linkRows,
      header,
      stampTiers,
      locations,
      backgroundColor: '#000000',
      logo: textWith('/images/file_'),
      icon: textWith('/images/file_'),
      hero: textWith('/images/file_'),
      stamp: textWith('/images/file_'),
    });
    expect(n8n.bodies('POST', '/files')).toContainEqual({
      url: design.logo,
      purpose: 'template_logo',
    });
  });

  it('on another template uploads the images that differ, and names one that cannot be fetched', async () => {
    const change = (designJson: object) =>
      run('update', { templateId: byId(templates().generic), design: { designJson } });
    const { design } = await stored(templates().generic);
    await change({ ...design, thumbnail: web.url() });
    const image = { fileId: textWith(/^file_/) };
    expect(lastSent('PATCH')?.pass).toMatchObject({ thumbnail: image });
    expect(lastSent('PATCH')?.pass).not.toHaveProperty('logo');
    expect((await stored(templates().generic)).design.logo).toBe(design.logo);
    const { error } = await change({ icon: 'http://127.0.0.1:1/icon.png' });
    expect(error?.message).toMatch(/^'Design \(JSON\)' at icon: /);
  });

  it('an empty value does not remove an image', async () => {
    const change = (designJson: object) =>
      run('update', { templateId: byId(templates().generic), design: { designJson } });
    const { error, sent } = await change({ barcode: true, logo: null });
    expect(error?.message).toMatch(
      /^'Design \(JSON\)' is invalid at logo: an image cannot be removed/,
    );
    expect(sent).toEqual([`GET /templates/${templates().generic}`]);
    expect((await change({ barcode: true, hero: null })).error).toBeUndefined();
  });

  it('without the scope to read the template, a URL in JSON is refused', async () => {
    const key = control().addKey(['templates.edit']);
    const { error, sent } = await run(
      'update',
      {
        templateId: byId(templates().generic),
        design: { designJson: { icon: web.url(), barcode: true } },
      },
      { key },
    );
    expect(error).toMatchObject({
      httpCode: '403',
      description: textWith('every image as a file'),
    });
    expect(sent).toEqual([`GET /templates/${templates().generic}`]);
  });

  it('assigns IDs to fields of a design in JSON as well', async () => {
    await run('update', {
      templateId: byId(templates().loyalty),
      design: {
        designJson: {
          header: { label: 'Points' },
          rows: [[{ label: 'Member' }, {}, { label: 'Shoe size', id: 'size' }]],
          linkRows: [{ label: 'Find a shop' }],
        },
      },
    });
    expect(lastSent('PATCH')?.pass).toEqual({
      header: { id: 'balance', label: 'Points' },
      rows: [[{ id: 'accountName', label: 'Member' }, {}, { id: 'size', label: 'Shoe size' }]],
      linkRows: [{ id: 'shopFinder', label: 'Find a shop' }],
    });
  });
});

describe('a stamp card', () => {
  const change = (parameters: object, templateId = templates().stampCard) =>
    run('update', { templateId: byId(templateId), ...parameters });
  const isStampCard = async () =>
    (await stored(templates().stampCard)).design.useStampCollection === true;

  it('is never turned off by its size', async () => {
    for (const stampCount of [0, '0', expression('0')]) {
      const { error, sent } = await change({ design: { stampCount, backgroundColor: '#000' } });
      expect(error?.message).toMatch(/^'Stamp Card Size' must be a whole number from 1 to 50/);
      expect(sent).toEqual([]);
    }
    await change({ design: { stampCount: '', backgroundColor: '#000' } });
    expect(await isStampCard()).toBe(true);
  });

  it('is turned off by its own choice', async () => {
    await change({ updateFields: { useStampCollection: 'turnOff' } });
    expect(lastSent('PATCH')).toEqual({ pass: { useStampCollection: false } });
    expect(await isStampCard()).toBe(false);
    const { error } = await change({
      design: { stampCount: 8 },
      updateFields: { useStampCollection: 'turnOff' },
    });
    expect(error?.message).toMatch(
      /^'Stamp Card Size' has a value, but 'Stamp Card' is set to Turn Off/,
    );
  });

  const picturePart = () => picture('png', 300, 300).then((image) => ({ data: binaryFile(image) }));
  const DATA = from({ inputSource: 'binary', binaryPropertyName: 'data' });
  const withImages = async (templateId: string, images: object, design: object = {}) =>
    run(
      'update',
      { templateId: byId(templateId), images, design },
      { binary: await picturePart() },
    );

  it.each([
    ['hero', 'Stamp'],
    ['stamp', 'Hero'],
  ])('with a new %s image alone is refused before the upload', async (key, missing) => {
    const { error, sent } = await withImages(templates().stampCard, { [key]: DATA });
    expect(error?.message).toBe(`'${missing} Image' is missing [item 0]`);
    expect(sent).toEqual([`GET /templates/${templates().stampCard}`]);
    expect((await withImages(templates().loyalty, { [key]: DATA })).error).toBeUndefined();
  });

  it('that is turned off at the same time accepts one image', async () => {
    const { error } = await run(
      'update',
      {
        templateId: byId(templates().stampCard),
        images: { hero: DATA },
        updateFields: { useStampCollection: 'turnOff' },
      },
      { binary: await picturePart() },
    );
    expect(error).toBeUndefined();
  });

  it('of another type, or without a size, is refused before the upload', async () => {
    const both = { hero: DATA, stamp: DATA };
    const offer = await withImages(templates().offer, both, { stampCount: 5 });
    expect(offer.error?.message).toMatch(/^'Stamp Card Size' needs a loyalty template/);
    const designJson = { useStampCollection: true };
    const noSize = await withImages(templates().loyalty, both, { designJson });
    expect(noSize.error?.message).toMatch(/^'Design \(JSON\)' has 'useStampCollection' without/);
    for (const { sent } of [offer, noSize]) expect(sent.join()).not.toContain('POST');
  });

  it('is validated by the service if the key may not read the template', async () => {
    const key = control().addKey(['templates.edit']);
    const parameters = { templateId: byId(templates().loyalty), images: { hero: DATA } };
    const { error, sent } = await run('update', parameters, { key, binary: await picturePart() });
    expect(error).toBeUndefined();
    expect(sent.at(-1)).toBe(`PATCH /templates/${templates().loyalty}`);
  });

  it('no image is uploaded if the ID of another one is invalid, or the template was deleted', async () => {
    const unused = from({ inputSource: 'fileId', fileId: UNUSED_FILE });
    const wrong = await withImages(templates().generic, { logo: unused, icon: DATA });
    expect(wrong.error).toMatchObject({ httpCode: '404', message: textWith("'Logo Image'") });
    expect(wrong.sent).toEqual([`GET /files/${UNUSED_FILE}`]);
    const gone = await withImages('gone', { icon: DATA });
    expect(gone.error?.message).toMatch(/^Template not found: 'gone'/);
  });
});

describe('an option that was added and not touched', () => {
  /** The optional parameters of Update and their presets, as the editor adds them. */
  function presets(): [collection: string, name: string, preset: unknown][] {
    const { properties } = n8n.engine.nodeType('walletPass').description;
    return properties
      .filter(({ type, displayOptions }) => {
        const { resource, operation } = displayOptions?.show ?? {};
        return (
          type === 'collection' && resource?.includes('template') && operation?.includes('update')
        );
      })
      .flatMap(({ name, options }) =>
        (options as INodeProperties[]).map((option): [string, string, unknown] => [
          name,
          option.name,
          option.default,
        ]),
      );
  }

  it('of Update changes nothing', async () => {
    const added = presets().filter(([collection]) => /^(design|updateFields)$/.test(collection));
    expect(added.length).toBeGreaterThanOrEqual(14);
    for (const [collection, name, preset] of added) {
      // Numbers without a default depend on n8n's control.
      if (name === 'stampCount') continue;
      const { error, sent } = await run('update', {
        templateId: byId(templates().stampCard),
        [collection]: { [name]: preset },
      });
      expect({ name, error: error?.message, sent }).toEqual({
        name,
        error: 'There is nothing to change: every value is empty [item 0]',
        sent: [],
      });
    }
  });
});

describe('Get Many', () => {
  it('reads all pages, newest first, and stops at the limit', async () => {
    for (let i = 0; i < 14; i += 1) {
      await run(
        'create',
        { name: `T${i}`, type: 'offer' },
        { items: Array(8).fill({}) as object[] as [] },
      );
    }
    control().clearRequests();
    const all = await run('getAll', { returnAll: true });
    expect(all.out).toHaveLength(14 * 8 + 6);
    expect(all.sent).toEqual(['GET /templates', 'GET /templates']);
    expect(new Set(all.out.map(({ id }) => id)).size).toBe(all.out.length);
    const some = await run('getAll', { limit: 3 });
    expect(some.out.map(({ id }) => id)).toEqual(all.out.slice(0, 3).map(({ id }) => id));
    expect(some.sent).toEqual(['GET /templates']);
  });

  it('filters by type', async () => {
    const { out } = await run('getAll', { filters: { type: ['loyalty', 'offer'] } });
    expect(out.map(({ id }) => id).sort()).toEqual(
      [templates().loyalty, templates().stampCard, templates().offer].sort(),
    );
  });
});

describe('Duplicate', () => {
  it('copies the design under a new name, without passes', async () => {
    control().seedPasses(templates().loyalty, 2);
    const { out } = await run('duplicate', {
      templateId: byId(templates().loyalty),
      name: 'Copy',
      simplify: false,
    });
    expect(n8n.bodies('POST', /duplicate$/)).toEqual([{ name: 'Copy' }]);
    expect(out).toMatchObject([{ name: 'Copy', design: { header: { id: 'balance' } } }]);
    expect(control().passes(out[0]?.id as string)).toEqual([]);
  });
});

describe('Delete', () => {
  const remove = (more: object = {}) =>
    run('delete', { templateId: byId(templates().offer), confirm: true, ...more });

  it('keeps a template with passes and returns their number; with force all of them are voided', async () => {
    const ids = control().seedPasses(templates().offer, 3);
    const { error } = await remove();
    expect(error).toMatchObject({
      httpCode: '409',
      message: 'The template has 3 passes and was not deleted [item 0]',
      description: textWith("'Delete Even If It Has Passes'"),
      context: { code: 'template_has_passes', passCount: 3, kind: 'conflict' },
    });
    expect(
      control()
        .passes(templates().offer)
        .every(({ isValid }) => isValid),
    ).toBe(true);

    const forced = await remove({ options: { force: true } });
    expect(forced.out).toEqual([{ deleted: true }]);
    expect(ids.map((id) => control().pass(id)?.isValid)).toEqual([false, false, false]);
    const dead = await n8n.pass('void', {
      identifyBy: 'passId',
      passId: byId(ids[0] ?? ''),
    });
    expect(dead.error).toMatchObject({ httpCode: '404' });
  });
});

describe('Notify All Holders', () => {
  const notify = (more: object = {}) =>
    run('notify', {
      templateId: byId(templates().loyalty),
      title: 'Closed',
      content: 'On Monday',
      confirm: true,
      ...more,
    });

  it('reaches every holder once', async () => {
    const ids = control().seedPasses(templates().loyalty, 3);
    for (const id of ids) control().phoneAdded(id, 'b');
    const { out, sent } = await notify();
    expect(sent).toEqual([`POST /template/${templates().loyalty}/notification`]);
    expect(n8n.bodies('POST', /notification$/)).toEqual([
      { title: 'Closed', content: 'On Monday' },
    ]);
    expect(out).toEqual([{ templateId: templates().loyalty, accepted: true }]);
    expect(control().outbox()).toHaveLength(3);
  });
});

describe('the plan', () => {
  it.each([
    ['templates', { templateQuota: 6 }, {}, "The account's plan does not allow another template"],
    [
      'templateType',
      { templateTypes: ['generic' as const] },
      {},
      "The account's plan does not allow this template type",
    ],
    [
      'geofences',
      { locationQuota: 0 },
      { design: { locations: { entry: [{ latitude: 1, longitude: 2 }] } } },
      "The account's plan does not allow this many locations",
    ],
  ])('is named if it does not allow %s', async (feature, account, more, message) => {
    control().setAccount(account);
    const { error, sent } = await run('create', { name: 'X', type: 'loyalty', ...more });
    expect(error).toMatchObject({
      httpCode: '402',
      message: `${message} [item 0]`,
      context: { kind: 'planLimit', code: 'upgrade_required', feature },
    });
    expect(error?.description).toContain('Business plan');
    expect(sent).toHaveLength(1);
  });
});
