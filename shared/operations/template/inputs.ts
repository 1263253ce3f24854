import * as field from '../../fields';
import { BARCODE_TYPES, LIMITS, TEMPLATE_TYPES, type BarcodeType } from '../../service/vocabulary';
import { TEMPLATE_TYPE_LABELS } from '../../service/labels';

export const templateId = field.required(
  field.templateRef({ description: 'Template (card design) to work with' }),
);

export const typeOptions = TEMPLATE_TYPES.map((value) => ({
  value,
  label: TEMPLATE_TYPE_LABELS[value],
}));

const column = (place: string, key: 'Label' | 'Field ID', description: string) =>
  field.text({ label: `${place} ${key}`, description });

const FIELD_ID_HINT =
  'ID under which passes store the value of the field. If empty, a field keeps its ID as long as its label or its position stays the same, and a new field gets an ID derived from its label.';

const row = {
  firstLabel: column('First', 'Label', 'Label of the first field; leave empty for an empty column'),
  firstId: column('First', 'Field ID', FIELD_ID_HINT),
  secondLabel: column('Second', 'Label', 'Label of the second field'),
  secondId: column('Second', 'Field ID', FIELD_ID_HINT),
  thirdLabel: column('Third', 'Label', 'Label of the third field'),
  thirdId: column('Third', 'Field ID', FIELD_ID_HINT),
};

const place = {
  latitude: field.required(
    field.number({
      label: 'Latitude',
      integer: false,
      min: -90,
      max: 90,
      description: 'In degrees, from -90 to 90',
    }),
  ),
  longitude: field.required(
    field.number({
      label: 'Longitude',
      integer: false,
      min: -180,
      max: 180,
      description: 'In degrees, from -180 to 180',
    }),
  ),
  relevantText: field.text({
    label: 'Text',
    description: 'Text shown on the lock screen near this location',
  }),
};

const BARCODE_LABELS: Record<BarcodeType, string> = {
  qrcode: 'QR Code',
  code128: 'Code 128',
  pdf417: 'PDF417',
  azteccode: 'Aztec Code',
  code39: 'Code 39',
  codabar: 'Codabar',
  ean13: 'EAN-13',
  itf: 'ITF',
};

/** First option: a choice that was added but not changed must have no effect. */
const KEEP = {
  value: 'keep',
  label: 'Keep',
  description: 'Leave unchanged; a new template uses the default of its type',
} as const;

export const designInputs = {
  backgroundColor: field.color({
    label: 'Background Color',
    section: 'design',
    description: 'Color of the card; text colors adjust automatically',
  }),
  textColor: field.color({
    label: 'Text Color',
    section: 'design',
    description:
      'Color of the values. Turns off automatic text colors, so set Label Color as well.',
  }),
  labelColor: field.color({
    label: 'Label Color',
    section: 'design',
    description: 'Color of the labels. Turns off automatic text colors, so set Text Color as well.',
  }),
  headerLabel: field.text({
    label: 'Header Label',
    section: 'design',
    description: 'Label of the headline field. With a new label, the headline keeps its values.',
  }),
  headerId: field.text({
    label: 'Header Field ID',
    section: 'design',
    description:
      'ID under which passes store the value of the headline. If empty, the headline keeps its ID; on a new template, it gets an ID derived from the label.',
  }),
  rows: field.list({
    label: 'Rows',
    section: 'design',
    entryLabel: 'Row',
    description:
      'Rows on the front of the card, up to three fields each. Replaces all existing rows.',
    entry: row,
    min: 0,
    max: 20,
  }),
  linkRows: field.list({
    label: 'Back Fields',
    section: 'design',
    entryLabel: 'Back Field',
    description: 'Fields on the back of the card, one per line. Replaces all existing back fields.',
    entry: {
      label: field.required(field.text({ label: 'Label', description: 'Label of the field' })),
      id: field.text({ label: 'Field ID', description: FIELD_ID_HINT }),
    },
    min: 0,
    max: 50,
  }),
  barcode: field.choice({
    label: 'Barcode',
    section: 'design',
    default: 'keep',
    description: 'Show or hide the barcode on the card',
    options: [KEEP, { value: 'show', label: 'Show' }, { value: 'hide', label: 'Hide' }],
  }),
  barcodeType: field.choice({
    label: 'Barcode Type',
    section: 'design',
    default: 'keep',
    description: 'EAN-13, ITF, Codabar and Code 39 only show in newer versions of wallet A',
    options: [KEEP, ...BARCODE_TYPES.map((value) => ({ value, label: BARCODE_LABELS[value] }))],
  }),
  stampCount: field.number({
    label: 'Stamp Card Size',
    section: 'design',
    integer: true,
    min: 1,
    max: LIMITS.maxCollectedStamps,
    description: 'Number of stamps on a full card. Turns a loyalty card into a stamp card.',
  }),
  locations: field.list({
    label: 'Locations',
    section: 'design',
    entryLabel: 'Location',
    description: 'Places near which the phone shows the card. Replaces all existing locations.',
    entry: place,
    min: 0,
    max: 100,
  }),
  designJson: field.json({
    label: 'Design (JSON)',
    section: 'design',
    description:
      'For experts: a design object, e.g. one read from a template. The other inputs override it. Image URLs that the template already uses stay as they are; new ones are uploaded.',
  }),
  logo: image('Logo'),
  icon: image('Icon'),
  hero: image('Hero'),
  strip: image('Strip'),
  thumbnail: image('Thumbnail'),
  background: image('Background'),
  stamp: image('Stamp'),
};

function image(label: string) {
  return field.image({
    label: `${label} Image`,
    section: 'images',
    description:
      label === 'Stamp' || label === 'Hero'
        ? 'A file, a URL or a file ID. A stamp card needs hero and stamp images together, or neither.'
        : 'A file, a URL or a file ID',
  });
}
