import { checkDesign } from '../../../shared/design/changes';
import { thrownBy } from '../../support/failures';

const checkDesignJson = (designJson: Record<string, unknown>) =>
  checkDesign({ rows: [], linkRows: [], designJson });

const FILE = `file_${'a'.repeat(32)}`;

test('Design (JSON) accepts a template as read, and unknown keys', () => {
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

test.each([
  ['backgroundColor: must be a color like #1A2B3C', { backgroundColor: 'red' }],
  ['adjustTextColor: must be true or false', { adjustTextColor: 'yes' }],
  ['logo: must be a file ID: file_ and 32 characters', { logo: { fileId: 'file_1' } }],
  ['header: must be an object', { header: 'Points' }],
  ['header: needs a label', { header: { label: ' ' } }],
  ['rows.0: must be a list', { rows: [{ label: 'Points' }] }],
  ['rows.0: must have at most 3 entries', { rows: [[{}, {}, {}, {}]] }],
  ['rows.0.0: needs a label', { rows: [[{ id: 'points' }]] }],
  ['linkRows.0: needs a label', { linkRows: [{}] }],
  ['barcode: must be true or false', { barcode: 'show' }],
  ['barcodeType: must be one of ', { barcodeType: 'upc' }],
  ['stampCount: must be at most 50', { stampCount: 51 }],
  ['stampCount: must be a whole number', { stampCount: 1.5 }],
  ['stampCount: must be at least 1', { stampCount: 0 }],
  ['locations.0.latitude: must be at most 90', { locations: [{ latitude: 91, longitude: 0 }] }],
])('An error in Design (JSON) names place and problem: %s', (reason, design) => {
  const failure = thrownBy(() => checkDesignJson(design));
  expect(failure).toMatchObject({ kind: 'invalidInput', field: 'designJson' });
  expect(failure.message).toContain(`'Design (JSON)' is invalid at ${reason}`);
});
