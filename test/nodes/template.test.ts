import { picture } from '../sandbox/images';
import { useImageServer } from '../support/imageServer';
import { textWith } from '../support/matchers';
import { type PassRun, binaryFile, useN8n } from '../support/n8n';

const n8n = useN8n();
const web = useImageServer(n8n, () => picture('png', 1032, 336));

const run = (operation: string, parameters: object, options: PassRun = {}) =>
  n8n.pass(operation, parameters, { resource: 'template', ...options });
const from = (image: object) => ({ image });

it('Create reads colors, lists, choices, JSON, and images from a file, a URL and an ID', async () => {
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

it('simplified, a template is its ID, name, type, fields and times', async () => {
  const { out } = await run('create', { name: 'Plain', type: 'eventTicket', simplify: true });
  expect(Object.keys(out[0] ?? {})).toEqual(['id', 'name', 'type', 'fields', 'created', 'updated']);
});
