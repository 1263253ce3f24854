import { get } from '../../../../shared/operations/template/get';
import { create } from '../../../../shared/operations/template/create';
import { update } from '../../../../shared/operations/template/update';
import { picture } from '../../../sandbox/images';
import { fileOf, useCore, type CoreOptions } from '../../../support/core';
import { useImageServer } from '../../../support/imageServer';
import { someText, textWith } from '../../../support/matchers';

const core = useCore({ checks: true });
const web = useImageServer(core, () => picture('png', 1032, 336));
const templates = () => core.sandbox.templates;
const control = () => core.sandbox.control;

const changeOf = (templateId: string, input: object, options?: CoreOptions) =>
  core.run(update, { templateId, ...input }, options);
const change = (input: object, options?: CoreOptions) =>
  changeOf(templates().loyalty, input, options);
/** A template as stored by the service, with its design parsed. */
async function stored(templateId: string) {
  const { out } = await core.run(get, { templateId });
  return out[0] as { name: string; design: Record<string, unknown>; updated: number };
}
const lastSent = (method: string) => core.bodies(method, /^\/templates/).at(-1);
const readOnly = (templateId: string) => [`GET /templates/${templateId}`];
const mayOnlyEdit = () => ({ key: control().addKey(['templates.edit']) });
const UNUSED_FILE = `file_${'0'.repeat(32)}`;
const IMAGE = { fileId: textWith(/^file_[0-9a-f]{32}$/) };

let image: Buffer;
beforeAll(async () => {
  image = await picture('png', 300, 300);
});

async function uploaded(purpose: string): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(image)], { type: 'image/png' }), 'image.png');
  form.set('purpose', purpose);
  const { baseUrl, keys } = core.sandbox;
  const headers = { 'X-API-Key': keys['Full access'] };
  const response = await fetch(`${baseUrl}/files`, { method: 'POST', headers, body: form });
  return ((await response.json()) as { id: string }).id;
}

test('A new template has colors, images, fields, barcode, stamps and locations', async () => {
  const stamp = await uploaded('template_stamp');
  const { out, sent } = await core.run(create, {
    name: 'Coffee Club',
    type: 'loyalty',
    backgroundColor: '#102030',
    textColor: '#FFF',
    labelColor: 'd9a566',
    headerLabel: 'Points',
    headerId: 'balance',
    rows: [
      { firstLabel: 'Member', firstId: 'accountName', secondLabel: '', thirdLabel: 'Home shop' },
      { firstLabel: 'Größe' },
    ],
    linkRows: [{ label: 'Member number', id: 'accountId' }, { label: 'Terms of use' }],
    barcode: 'show',
    barcodeType: 'code128',
    stampCount: 8,
    locations: [
      { latitude: 53.5461, longitude: 9.9937, relevantText: 'Your coffee is near' },
      { latitude: -33.9, longitude: 18.4, relevantText: '' },
    ],
    logo: fileOf(image),
    hero: { url: web.url() },
    stamp: { fileId: stamp },
  });
  expect(sent).toEqual(['POST /files', 'POST /files', 'POST /templates']);
  expect(core.bodies('POST', '/files')).toContainEqual({
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
  const locations = [
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
  expect(lastSent('POST')).toEqual({
    name: 'Coffee Club',
    type: 'loyalty',
    locations,
    pass: { ...look, ...fields, logo: IMAGE, hero: IMAGE, stamp: { fileId: stamp } },
  });
  const images = {
    logo: textWith('/images/'),
    hero: textWith('/images/'),
    stamp: textWith(stamp),
  };
  expect(out).toMatchObject([
    { id: someText, stampCount: 8, design: { ...look, ...fields, ...images, locations } },
  ]);
  expect(out[0]?.fields).toContainEqual({ id: 'homeShop', label: 'Home shop', place: 'row' });
  expect(out[0]?.fields).toContainEqual({ id: 'balance', label: 'Points', place: 'header' });
});

test('A new template gets the image that its design names by URL', async () => {
  const designJson = { logo: web.url() };
  await core.run(create, { name: 'New', type: 'offer', designJson });
  expect(core.bodies('POST', '/files')).toEqual([{ url: web.url(), purpose: 'template_logo' }]);
  expect(lastSent('POST')).toEqual({ name: 'New', type: 'offer', pass: { logo: IMAGE } });
});

test('A bad image stops a run before any other image is uploaded', async () => {
  const pdf = fileOf(Buffer.from('%PDF-1.7'), 'application/pdf');
  const item = (icon: object) => ({ name: 'N', type: 'generic', logo: fileOf(image), icon });
  const { error, errors, sent } = await core.run(create, [item(fileOf(image)), item(pdf)]);
  expect(error).toMatchObject({ kind: 'invalidInput', field: 'icon' });
  expect(errors).toEqual([undefined, error]);
  expect(sent).toEqual([]);
});

test.each([
  ['label', { linkRows: [{ label: 'A' }, { label: '' }] }, 'Back Field 2: '],
  ['latitude', { locations: [{ latitude: 91, longitude: 0 }] }, 'Location 1: '],
  ['stampCount', { stampCount: 51 }],
  ['stampCount', { stampCount: 5 }],
  ['hero', { type: 'loyalty', stampCount: 5, stamp: { fileId: UNUSED_FILE } }],
  ['stamp', { type: 'loyalty', stampCount: 5, hero: { fileId: UNUSED_FILE } }],
  ['barcodeType', { barcodeType: 'upc' }],
  ['logo', { logo: { fileId: 'file_42' } }],
  ['designJson', { designJson: { useStampCollection: true, stampCount: 5 } }],
  ['designJson', { designJson: { logo: 'logo.png' } }],
  ['designJson', { designJson: { hero: 5 } }],
  ['designJson', { designJson: '{"rows": [' }],
  ['designJson', { designJson: '[1]' }],
])('A new template with a bad %s is refused: %j', async (field, bad, entry = '') => {
  const { error, sent } = await core.run(create, { name: 'Bad', type: 'generic', ...bad });
  expect(error).toMatchObject({ kind: 'invalidInput', field });
  expect(error?.message.startsWith(`${entry}'`)).toBe(true);
  expect(sent).toEqual([]);
});

test('A change contains only filled inputs, and locations inside the design', async () => {
  const empty = { textColor: '', rows: [], logo: '', stampCount: '', barcodeType: 'keep' };
  const { out, sent } = await change({
    ...empty,
    name: 'New name',
    barcode: 'hide',
    locations: [{ latitude: 1, longitude: 2 }],
  });
  expect(sent).toEqual([`PATCH /templates/${templates().loyalty}`]);
  expect(lastSent('PATCH')).toEqual({
    name: 'New name',
    pass: { barcode: false, locations: [{ latitude: 1, longitude: 2 }] },
  });
  expect(out).toMatchObject([{ id: templates().loyalty, name: 'New name' }]);
  await change({ clearLocations: true });
  expect(lastSent('PATCH')).toEqual({ pass: { locations: [] } });
});

test('A change may be JSON, as an object or as text', async () => {
  for (const color of ['#ffffff', '#000000']) {
    const pass = { labelColor: color };
    await change({ designJson: color === '#ffffff' ? pass : JSON.stringify(pass) });
    expect(lastSent('PATCH')).toEqual({ pass });
  }
});

// test/shared/design/changes.test.ts has the rules.
test.each([
  [
    {
      headerLabel: 'Level',
      rows: [{ firstLabel: 'points ', thirdLabel: 'FIND A SHOP' }],
      linkRows: [{ label: 'Member' }],
    },
    {
      header: { id: 'level', label: 'Level' },
      rows: [[{ id: 'balance', label: 'points ' }, {}, { id: 'shopFinder', label: 'FIND A SHOP' }]],
      linkRows: [{ id: 'accountName', label: 'Member' }],
    },
  ],
  [{ designJson: { header: { label: 'Beans' } } }, { header: { id: 'balance', label: 'Beans' } }],
])('A change keeps the IDs, and so the values, of fields: %j', async (input, pass) => {
  const values = { templateFields: { accountName: 'Ana', balance: 7 } };
  const passId = core.seedPass(values);
  const { error } = await change(input);
  expect(error).toBeUndefined();
  expect(lastSent('PATCH')).toEqual({ pass });
  expect((await stored(templates().loyalty)).design).toMatchObject(pass);
  expect(control().pass(passId)).toMatchObject(values);
});

test('A change sees the change of an earlier item of the same template', async () => {
  const rows = (first: string, second: string) => ({
    templateId: templates().loyalty,
    rows: [{ firstLabel: first, secondLabel: second }],
  });
  const labels = ['Member name', 'Reward level'] as const;
  const { error } = await core.run(update, [rows(...labels), rows(labels[1], labels[0])]);
  expect(error).toBeUndefined();
  expect((await stored(templates().loyalty)).design.rows).toEqual([
    [
      { id: 'rewards', label: 'Reward level' },
      { id: 'accountName', label: 'Member name' },
    ],
  ]);
});

test('A change without the scope to read needs the ID of every field, and images as files', async () => {
  const key = mayOnlyEdit();
  const missing = { kind: 'missingScope', scope: 'templates.viewAll' };
  const kept = await change({ headerLabel: 'Stars', headerId: 'balance' }, key);
  expect(kept.sent).toEqual([`PATCH /templates/${templates().loyalty}`]);
  const fields = await change({ linkRows: [{ label: 'Terms' }] }, key);
  expect(fields.error).toMatchObject({ ...missing, fix: textWith("'Field ID'") });
  const url = await change({ designJson: { icon: web.url(), barcode: true } }, key);
  expect(url.error).toMatchObject({ ...missing, fix: textWith('every image as a file') });
  for (const { sent } of [fields, url]) expect(sent).toEqual(readOnly(templates().loyalty));
});

test('An uploaded file is refused by the service if it is missing or foreign', async () => {
  const missing = await change({ logo: { fileId: UNUSED_FILE } });
  const notFound = { kind: 'notFound', message: `File not found: '${UNUSED_FILE}'` };
  expect(missing.error).toMatchObject(notFound);
  const { fileId } = core.sandbox.foreign;
  const foreign = await change({ logo: { fileId } });
  const message = `File does not belong to this account: '${fileId}'`;
  expect(foreign.error).toMatchObject({ status: 403, message });
});

test('An image for a deleted template is refused', async () => {
  const gone = await changeOf('gone', { icon: fileOf(image) });
  expect(gone.error).toMatchObject({ kind: 'notFound', field: 'templateId' });
});

test('An image is not removed by an empty value', async () => {
  const { error, sent } = await change({ designJson: { barcode: true, logo: null } });
  expect(error).toMatchObject({ kind: 'invalidInput', field: 'designJson' });
  expect(sent).toEqual(readOnly(templates().loyalty));
  const { generic } = templates();
  const none = await changeOf(generic, { designJson: { barcode: true, hero: null } });
  expect(none.error).toBeUndefined();
});

const TYPES = ['generic', 'loyalty', 'stampCard', 'giftCard', 'eventTicket', 'offer'] as const;

test.each(TYPES)('A design that is sent back to its template changes nothing: %s', async (type) => {
  const id = templates()[type];
  const own = await uploaded('template_logo');
  const locations = [{ latitude: 1.5, longitude: 2.5 }];
  await changeOf(id, { logo: { fileId: own }, locations });
  const before = await stored(id);
  for (const designJson of [before.design, JSON.stringify(before.design)]) {
    const { error } = await changeOf(id, { designJson });
    expect(error).toBeUndefined();
    expect(await stored(id)).toEqual({ ...before, updated: someText });
  }
  expect(JSON.stringify(lastSent('PATCH'))).not.toContain('http');
  expect(before.design.logo).toContain(own);
});

test('A design that was read creates an identical template with copies of its images', async () => {
  const places = [{ latitude: 1.5, longitude: 2.5 }];
  await changeOf(templates().stampCard, { locations: places });
  const { design } = await stored(templates().stampCard);
  control().setImageFetch({ allowedOrigins: [core.sandbox.baseUrl] });
  const input = { name: 'Again', type: 'loyalty', backgroundColor: '#000000' };
  const { out, error } = await core.run(create, { ...input, designJson: JSON.stringify(design) });
  expect(error).toBeUndefined();
  expect(lastSent('POST')).toMatchObject({ locations: places });
  expect(lastSent('POST')?.pass).not.toHaveProperty('locations');
  const { rows, linkRows, header, stampTiers, locations } = design;
  const copy = textWith('/images/file_');
  expect(out[0]?.design).toMatchObject({
    ...{ rows, linkRows, header, stampTiers, locations },
    backgroundColor: '#000000',
    ...{ logo: copy, icon: copy, hero: copy, stamp: copy },
  });
  const logo = { url: design.logo, purpose: 'template_logo' };
  expect(core.bodies('POST', '/files')).toContainEqual(logo);
});

test('A design for another template uploads the images that differ, and names one that fails', async () => {
  const { design } = await stored(templates().generic);
  const changeGeneric = (designJson: object) => changeOf(templates().generic, { designJson });
  await changeGeneric({ ...design, thumbnail: web.url() });
  expect(lastSent('PATCH')?.pass).toMatchObject({ thumbnail: IMAGE });
  expect(lastSent('PATCH')?.pass).not.toHaveProperty('logo');
  expect((await stored(templates().generic)).design.logo).toBe(design.logo);
  const { error } = await changeGeneric({ icon: 'http://127.0.0.1:1/icon.png' });
  expect(error).toMatchObject({ field: 'designJson', message: textWith(/ at icon: /) });
});

const isStampCard = async () =>
  (await stored(templates().stampCard)).design.useStampCollection === true;

test('A stamp card is turned off by its own choice, never by its size', async () => {
  const changeCard = (input: object) => changeOf(templates().stampCard, input);
  for (const stampCount of [0, '0']) {
    const { error, sent } = await changeCard({ stampCount, backgroundColor: '#000' });
    expect(error).toMatchObject({ kind: 'invalidInput', field: 'stampCount' });
    expect(sent).toEqual([]);
  }
  await changeCard({ stampCount: '', backgroundColor: '#000' });
  expect(await isStampCard()).toBe(true);
  const both = await changeCard({ stampCount: 8, useStampCollection: 'turnOff' });
  expect(both.error).toMatchObject({ kind: 'invalidInput', field: 'stampCount' });
  await changeCard({ useStampCollection: 'turnOff' });
  expect(lastSent('PATCH')).toEqual({ pass: { useStampCollection: false } });
  expect(await isStampCard()).toBe(false);
});

test.each([
  ['hero', 'stamp'],
  ['stamp', 'hero'],
])('A stamp card with a new %s image alone is refused before the upload', async (key, field) => {
  for (const source of [fileOf(image), { url: web.url() }]) {
    const { error, sent } = await changeOf(templates().stampCard, { [key]: source });
    expect(error).toMatchObject({ kind: 'invalidInput', field });
    expect(sent).toEqual(readOnly(templates().stampCard));
  }
  expect((await change({ [key]: fileOf(image) })).error).toBeUndefined();
});
