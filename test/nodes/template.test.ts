import type { IDataObject } from 'n8n-workflow';

import { picture } from '../sandbox/images';
import { useImageServer } from '../support/imageServer';
import { textWith } from '../support/matchers';
import { type PassRun, binaryFile, useN8n } from '../support/n8n';

const n8n = useN8n();
const web = useImageServer(n8n, () => picture('png', 1032, 336));

const run = (operation: string, parameters: object, options: PassRun = {}) =>
  n8n.pass(operation, parameters, { resource: 'template', ...options });
const from = (image: object) => ({ image });

test('A template is created from colors, lists, choices, JSON, and images by file, URL and ID', async () => {
  const { out: files } = await n8n.pass(
    'upload',
    { inputSource: 'binary', binaryPropertyName: 'data', purpose: 'template_stamp' },
    { resource: 'file', binary: { data: binaryFile(await picture('png', 300, 300)) } },
  );
  const fileId = files[0]?.id as string;
  const { out } = await run(
    'create',
    {
      name: 'Coffee Club',
      type: 'loyalty',
      simplify: false,
      design: {
        labelColor: 'd9a566',
        headerLabel: 'Points',
        rows: {
          entry: [
            { firstLabel: 'Member', firstId: 'accountName', secondLabel: '', thirdLabel: 'Shop' },
            { firstLabel: 'Größe' },
          ],
        },
        linkRows: { entry: [{ label: 'Terms of use' }] },
        barcode: 'show',
        stampCount: 8,
        locations: { entry: [{ latitude: 53.5461, longitude: 9.9937, relevantText: '' }] },
        designJson: '{"backgroundColor": "#102030"}',
      },
      images: {
        logo: from({ inputSource: 'binary', binaryPropertyName: 'picture' }),
        hero: from({ inputSource: 'url', url: web.url() }),
        stamp: from({ inputSource: 'fileId', fileId }),
      },
    },
    { binary: { picture: binaryFile(await picture('png')) } },
  );
  const image = { fileId: textWith(/^file_[0-9a-f]{32}$/) };
  expect(n8n.bodies('POST', '/templates')).toEqual([
    {
      name: 'Coffee Club',
      type: 'loyalty',
      locations: [{ latitude: 53.5461, longitude: 9.9937 }],
      pass: {
        backgroundColor: '#102030',
        labelColor: '#d9a566',
        adjustTextColor: false,
        header: { id: 'points', label: 'Points' },
        rows: [
          [{ id: 'accountName', label: 'Member' }, {}, { id: 'shop', label: 'Shop' }],
          [{ id: 'große', label: 'Größe' }],
        ],
        linkRows: [{ id: 'termsOfUse', label: 'Terms of use' }],
        barcode: true,
        useStampCollection: true,
        stampCount: 8,
        logo: image,
        hero: image,
        stamp: { fileId },
      },
    },
  ]);
  expect(out).toMatchObject([{ design: { stampCount: 8, logo: textWith('/images/file_') } }]);
});

test('Each template is created with the picture of its item', async () => {
  const pictures = [await picture('png', 320, 100), await picture('png', 100, 320)];
  const read = async (url: unknown) =>
    Buffer.from(await (await fetch(String(url))).arrayBuffer()).toString('base64');
  const fromField = { inputSource: 'binary', binaryPropertyName: 'data' };
  const binary = pictures.map((content) => ({ data: binaryFile(content) }));
  const { out } = await run(
    'create',
    {
      name: '={{ $json.name }}',
      type: 'generic',
      simplify: false,
      images: { thumbnail: from(fromField) },
    },
    { items: [{ name: 'First' }, { name: 'Second' }], binary },
  );
  const shown = out.map(async ({ name, design }) => [
    name,
    await read((design as IDataObject).thumbnail),
  ]);
  // What the service makes of each picture alone.
  const resized: string[] = [];
  for (const files of binary) {
    const parameters = { ...fromField, purpose: 'template_thumbnail' };
    const single = await n8n.pass('upload', parameters, { resource: 'file', binary: files });
    resized.push(await read(single.out[0]?.url));
  }
  expect(new Set(resized).size).toBe(2);
  expect(await Promise.all(shown)).toEqual([
    ['First', resized[0]],
    ['Second', resized[1]],
  ]);
});
