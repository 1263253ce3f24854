import { checkDesignJson } from '../../../shared/design/changes';
import { thrownBy } from '../../support/failures';

const FILE = `file_${'a'.repeat(32)}`;

it('accepts a template as read, and unknown keys', () => {
  checkDesignJson({
    backgroundColor: '#1f3a5f',
    adjustTextColor: true,
    logo: 'https://example.com/logo.png',
    icon: { fileId: FILE },
    hero: null,
    header: { id: 'memberNumber', label: 'Member number' },
    rows: [[{ id: 'memberName', label: 'Member' }, {}, { label: 'Since' }], []],
    linkRows: [{ id: 'hours', label: 'Opening hours' }],
    barcode: true,
    barcodeType: 'code128',
    useStampCollection: true,
    stampCount: 10,
    stampTiers: [{ threshold: 5, reward: 'A biscuit' }],
    locations: [{ name: 'Main branch', latitude: 53.5436, longitude: 9.9881 }],
    somethingNew: { any: ['thing'] },
  });
});

it.each([
  ['backgroundColor', { backgroundColor: 'red' }],
  ['adjustTextColor', { adjustTextColor: 'yes' }],
  ['logo', { logo: { fileId: 'file_1' } }],
  ['header', { header: 'Points' }],
  ['header', { header: { label: ' ' } }],
  ['rows.0', { rows: [{ label: 'Points' }] }],
  ['rows.0', { rows: [[{}, {}, {}, {}]] }],
  ['rows.0.0', { rows: [[{ id: 'points' }]] }],
  ['linkRows.0', { linkRows: [{}] }],
  ['barcode', { barcode: 'show' }],
  ['barcodeType', { barcodeType: 'upc' }],
  ['stampCount', { stampCount: 51 }],
  ['locations.0.latitude', { locations: [{ latitude: 91, longitude: 0 }] }],
])('names the place %s', (place, design) => {
  const failure = thrownBy(() => checkDesignJson(design));
  expect(failure).toMatchObject({ kind: 'invalidInput', field: 'designJson' });
  expect(failure.message).toContain(`'Design (JSON)' is invalid at ${place}: `);
});
