import { createLogoFile } from '../../../shared/operations/file/createLogo';
import { openImage, readImage } from '../../../shared/operations/file/image';
import { get } from '../../../shared/operations/file/get';
import { upload } from '../../../shared/operations/file/upload';
import { create as createTemplate } from '../../../shared/operations/template/create';
import { update as updateTemplate } from '../../../shared/operations/template/update';
import type { Operation } from '../../../shared/operations/operation';
import { logo, picture } from '../../sandbox/images';
import { fileOf, useCore, type CoreOptions } from '../../support/core';
import { textWith } from '../../support/matchers';

const core = useCore({ checks: true });
const control = () => core.sandbox.control;
const MIB = 1024 * 1024;

let drawn: Buffer;
beforeAll(async () => {
  drawn = await picture('png');
});

const send = (input: object = {}, options?: CoreOptions) =>
  core.run(upload, { file: fileOf(drawn), ...input }, options);
const idOf = async (work: ReturnType<typeof send>) => (await work).out[0]?.id as string;

const templateId = () => core.sandbox.templates.loyalty;
test.each<[string, Operation, () => object]>([
  ['Upload', upload, () => ({ file: fileOf(drawn) })],
  [
    'an image of Update Template',
    updateTemplate,
    () => ({ templateId: templateId(), icon: fileOf(drawn) }),
  ],
])('A lost response leaves a spare file at worst: %s', async (_, operation, inputOf) => {
  const lost = { kind: 'dropAfter', match: { method: 'POST', path: '^/files$' } } as const;
  control().queueFault(lost);
  const { out, sent } = await core.run(operation, inputOf());
  expect(out).toHaveLength(1);
  expect(sent.filter((request) => request === 'POST /files')).toHaveLength(2);

  control().queueFault({ ...lost, count: 3 });
  const { error } = await core.run(operation, inputOf());
  expect(error).toMatchObject({ kind: 'outcomeUnknown', safeToRepeat: true });
  expect(error?.fix).toMatch(/spare file/);
  expect(error?.fix).not.toMatch(/the result is the same/);
});

test('A lost response of Create Logo leaves a spare file at worst', async () => {
  const fileId = await idOf(send({ purpose: 'template_logo' }));
  control().queueFault({ kind: 'dropAfter', match: { path: '/logo$' }, count: 3 });
  const { error } = await core.run(createLogoFile, { fileId, treatment: 'original' });
  expect(error?.fix).toMatch(/spare file/);
});

/** The types of the files that are sent. */
const watchTypes = () => {
  const types: unknown[] = [];
  const through: CoreOptions['through'] = (transport) => (request) => {
    types.push(request.form?.file.mimeType);
    return transport(request);
  };
  return { types, through };
};

test.each([
  ['../../x', 'x'],
  ['/etc/cron.d/logo.png', 'logo.png'],
  ['C:\\images\\logo.png', 'logo.png'],
  ['..\\..', 'image'],
  ['logos/', 'image'],
  ['Logo 1.png', 'Logo 1.png'],
])('A file named %j is sent as %j: a name has no folders', async (given, sent) => {
  const file = fileOf(drawn, 'image/png', { name: given });
  const image = await readImage(await openImage(file, 'Image', 'file'), 'Image', 'file');
  expect(image).toMatchObject({ file: { name: sent } });
});

test('Upload returns the copy of a logo without its background, and so does a design', async () => {
  const file = fileOf(await logo('#ffffff'));
  const [sent] = (await send({ file, purpose: 'template_logo' })).out;
  const forms = sent?.logo as { original: string; transparent: string };
  expect(sent?.id).toBe(forms.transparent);
  expect(forms.original).not.toBe(forms.transparent);
  const template = { name: 'With logo', type: 'generic', logo: file };
  const made = await core.run(createTemplate, template);
  const fileId = /file_[0-9a-f]{32}/.exec(JSON.stringify(made.out[0]?.design))?.[0];
  const { out } = await core.run(get, { fileId });
  expect(out).toMatchObject([{ logo: { transparent: fileId } }]);
});

test.each([
  ['just over 10 MiB', Buffer.alloc(10 * MIB + 1), 'image/png', /larger than 10 MiB/],
  ['empty', Buffer.alloc(0), 'image/png', /empty file/],
  ['a PDF', Buffer.from('%PDF'), 'application/pdf', /application\/pdf, not an image/],
  ['text', Buffer.from('hi'), 'text/plain; charset=utf-8', /text\/plain, not an image/],
])('A file that is %s is refused before the upload', async (_, content, mimeType, words) => {
  const items = [{ file: fileOf(drawn) }, { file: fileOf(content, mimeType) }];
  const { error, errors, sent } = await core.run(upload, items);
  expect(error).toMatchObject({
    kind: 'invalidInput',
    field: 'file',
    message: textWith(words),
  });
  expect(errors).toEqual([undefined, error]);
  expect(sent).toEqual([]);
});

test.each([
  ['image/jpg', 'a', 'image/jpeg'],
  ['image/pjpeg', 'a', 'image/jpeg'],
  ['IMAGE/JPG; charset=binary', 'a.jpg', 'image/jpeg'],
  ['image/x-png', 'a', 'image/png'],
  ['image/vnd.microsoft.icon', 'a', 'image/x-icon'],
  // By its content.
  ['binary/octet-stream', 'a', 'image/png'],
  ['application/octet-stream', 'a.jpg', 'image/png'],
  ['', 'a', 'image/png'],
])('A file of type %j called %s is sent as %s', async (mimeType, name, sent) => {
  const { types, through } = watchTypes();
  const { out } = await send({ file: fileOf(drawn, mimeType, { name }) }, { through });
  expect(out).toMatchObject([{ mimeType: 'image/png' }]);
  expect(types).toEqual([sent]);
});

test('A file of unknown size is read up to the limit, and an empty one is refused', async () => {
  let read = 0;
  function* tooMuch() {
    for (; read < 20 * MIB; read += MIB) yield Buffer.alloc(MIB);
  }
  for (const content of [tooMuch, () => []]) {
    const file = fileOf(drawn, 'image/png', { bytes: undefined, read: content });
    const { error, sent } = await send({ file });
    expect(error).toMatchObject({ kind: 'invalidInput', field: 'file' });
    expect(sent).toEqual([]);
  }
  expect(read).toBe(10 * MIB);
});

test('Create Logo sends the color only if it is used, in its long form', async () => {
  const file = fileOf(await logo('#ffffff'));
  const fileId = await idOf(send({ file, purpose: 'template_logo' }));
  const made = [];
  for (const input of [
    { treatment: 'original', color: '#123456' },
    { treatment: '' },
    { treatment: 'onecolor', color: 'abc' },
  ]) {
    made.push((await core.run(createLogoFile, { fileId, ...input })).out[0]?.id);
  }
  expect(core.bodies('POST', /logo$/)).toEqual([
    { treatment: 'original' },
    { treatment: 'transparent' },
    { treatment: 'onecolor', color: '#aabbcc' },
  ]);
  expect(new Set(made).size).toBe(3);
  expect(made[1]).toBe(fileId);
});
