import { failureOf, useZapier } from './harness';
import { file } from '../support/documented';
import { PNG, startImageHost, startStub } from '../support/stubService';

const app = useZapier();
const template = () => app.sandbox.templates.generic;

/** The body of the last request. */
function lastBody(): unknown {
  return app.sent().at(-1)?.body;
}

const MIB = 1024 * 1024;

test('A template is created with rows, back fields and locations as line items', async () => {
  const created = await app.create('create_template', {
    name: 'Coffee Club',
    type: 'loyalty',
    backgroundColor: '#102030',
    textColor: '',
    headerLabel: 'Points',
    headerId: 'balance',
    rows: [
      {
        rows_firstLabel: 'Member',
        rows_firstId: 'accountName',
        rows_thirdLabel: 'Since',
        rows_thirdId: '',
      },
      { rows_firstLabel: '', rows_firstId: null },
    ],
    linkRows: [{ linkRows_label: 'Shops', linkRows_id: 'shops' }],
    locations: [
      { locations_latitude: '48.2', locations_longitude: 16.4, locations_relevantText: '' },
    ],
    barcode: '',
    logo: '',
    designJson: {},
  });
  expect(created).toMatchObject({ name: 'Coffee Club', type: 'loyalty' });
  expect(lastBody()).toEqual({
    name: 'Coffee Club',
    type: 'loyalty',
    locations: [{ latitude: 48.2, longitude: 16.4 }],
    pass: {
      backgroundColor: '#102030',
      header: { id: 'balance', label: 'Points' },
      rows: [[{ id: 'accountName', label: 'Member' }, {}, { id: 'since', label: 'Since' }]],
      linkRows: [{ id: 'shops', label: 'Shops' }],
    },
  });
});

test('An image may be an upload ID, and is never a text file with the ID', async () => {
  const logo = 'file_0123456789abcdef0123456789abcdef';
  await failureOf(app.create('update_template', { templateId: template(), logo }));
  expect(lastBody()).toEqual({ pass: { logo: { fileId: logo } } });
  const fields = await app.fields('create', 'update_template', {});
  expect(fields.find(({ key }) => key === 'logo')?.type).toBe('string');
});

test('An image that is given by URL is uploaded', async () => {
  const host = await startImageHost();
  const icon = `${host.baseUrl}/icon.png`;
  const updated = await app.create('update_template', { templateId: template(), icon });
  expect(updated).toMatchObject({ id: template() });
  const sent = app.sent();
  expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /files',
    `PATCH /templates/${template()}`,
  ]);
  expect(sent.at(-1)?.body).toEqual({
    pass: { icon: { fileId: expect.stringMatching(/^file_/) } },
  });
});

test('A template gets its image from Upload Image, which sends the key to no other host', async () => {
  const host = await startImageHost();
  const file = `${host.baseUrl}/stamp.png`;
  const uploaded = await app.create('upload_image', { file, purpose: 'template_stamp' });
  expect(uploaded).toMatchObject({ purpose: 'template_stamp', width: 120, height: 120 });
  expect(host.requests[0]?.headers).not.toHaveProperty('x-api-key');

  const inputData = { templateId: template(), icon: uploaded.id };
  await app.create('update_template', inputData);
  expect(lastBody()).toEqual({ pass: { icon: { fileId: uploaded.id } } });
});

test.each([
  ['endless', {}],
  ['declared as too large', { 'content-length': String(400 * MIB) }],
])('The download of an image that is %s stops', async (_, headers) => {
  let served = 0;
  const chunk = Buffer.alloc(64 * 1024);
  async function* content() {
    for (; served < 400 * MIB; served += chunk.byteLength) yield chunk;
  }
  const host = await startStub(() => ({
    headers: { 'content-type': 'image/png', ...headers },
    stream: content(),
  }));
  const failure = await failureOf(app.create('upload_image', { file: host.baseUrl }));
  expect(failure).toMatchObject({ name: 'AppError', code: 'invalidInput' });
  // Bytes sent before the connection was closed may be in buffers.
  expect(served).toBeLessThan(40 * MIB);
  expect(app.sent()).toEqual([]);
});

test.each([
  ["attachment; filename=photo.png; filename*=UTF-8''caf%C3%A9.png", 'café.png'],
  ["inline; filename*=utf-8'fr'caf%C3%A9%20%22.png", 'café %22.png'],
  ['attachment; filename*=UTF-8\'\'caf%E9.png; filename="my photo.png"', 'my photo.png'],
  ['attachment; filename=my photo.png', 'my photo.png'],
  ['attachment', 'picture.png'],
])('An uploaded image has the name that its server gives: %s', async (disposition, name) => {
  const service = await startStub(({ method }) =>
    method === 'GET'
      ? { headers: { 'content-type': 'image/png', 'content-disposition': disposition }, bytes: PNG }
      : { body: file() },
  );
  const picture = `${service.baseUrl}/picture.png`;
  await app.create('upload_image', { file: picture }, { authData: { baseUrl: service.baseUrl } });
  expect(service.requests.at(-1)?.body).toContain(`filename="${name}"`);
});

test('A download that breaks off is refused', async () => {
  const host = await startStub(() => ({
    headers: { 'content-type': 'image/png', 'content-length': '1000' },
    bytes: PNG,
    cutOff: true,
  }));
  const failure = await failureOf(app.create('upload_image', { file: host.baseUrl }));
  expect(failure).toMatchObject({ name: 'AppError', code: 'invalidInput' });
  expect(app.sent()).toEqual([]);
});

test('Templates come without their design, neither as an object nor as text', async () => {
  const RAW = ['pass', 'enrollForm', 'passPage', 'design', 'signUpForm', 'passPageDesign'];
  const found = await app.search('find_template', { name: 'Harbor Library Card' });
  const changed = await app.create('update_template', { templateId: template(), name: 'New' });
  const fresh = await app.create('create_template', { name: 'Newest', type: 'offer' });
  const polled = await app.trigger('new_template', {});
  for (const result of [...found, changed, fresh, ...polled]) {
    expect(RAW.filter((key) => key in result)).toEqual([]);
    expect(result).toMatchObject({ fields: expect.any(Array) as unknown });
  }
});
