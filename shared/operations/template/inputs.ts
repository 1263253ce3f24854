import * as field from '../../fields';
import { BARCODE_TYPES, TEMPLATE_TYPES } from '../../service/vocabulary';
import type { BarcodeType, TemplateType } from '../../service/vocabulary';

/** Inputs that shape a design; the same for creating and changing a template. */

export const templateId = field.required(
  field.templateRef({ description: 'The card design to work with' }),
);

const TYPE_LABELS: Record<TemplateType, string> = {
  generic: 'Membership or ID Card',
  loyalty: 'Loyalty Card',
  giftCard: 'Gift Card',
  eventTicket: 'Event Ticket',
  offer: 'Coupon',
};

/** The types as people know them. */
export const typeOptions = TEMPLATE_TYPES.map((value) => ({ value, label: TYPE_LABELS[value] }));

const column = (place: string, key: 'Label' | 'Field ID', description: string) =>
  field.text({ label: `${place} ${key}`, description });

const FIELD_ID_HINT =
  'ID of the field, which its values are kept under. If empty, a field that keeps its label keeps its ID, and a new one gets an ID made from the label.';

const row = {
  firstLabel: column(
    'First',
    'Label',
    'Label of the first field; an empty one leaves the column free',
  ),
  firstId: column('First', 'Field ID', FIELD_ID_HINT),
  secondLabel: column('Second', 'Label', 'Label of the second field'),
  secondId: column('Second', 'Field ID', FIELD_ID_HINT),
  thirdLabel: column('Third', 'Label', 'Label of the third field'),
  thirdId: column('Third', 'Field ID', FIELD_ID_HINT),
};

const place = {
  latitude: field.required(field.number({ label: 'Latitude', integer: false, min: -90, max: 90 })),
  longitude: field.required(
    field.number({ label: 'Longitude', integer: false, min: -180, max: 180 }),
  ),
  relevantText: field.text({
    label: 'Text',
    description: 'Shown on the lock screen near the place',
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

export const designInputs = {
  backgroundColor: field.color({
    label: 'Background Color',
    group: 'design',
    description: 'Color of the card; text colors follow by themselves',
  }),
  textColor: field.color({
    label: 'Text Color',
    group: 'design',
    description: 'Color of the values instead of the automatic one',
  }),
  labelColor: field.color({
    label: 'Label Color',
    group: 'design',
    description: 'Color of the labels instead of the automatic one',
  }),
  headerLabel: field.text({
    label: 'Header Label',
    group: 'design',
    description: 'Label of the headline field',
  }),
  headerId: field.text({
    label: 'Header Field ID',
    group: 'design',
    description:
      'ID of the headline field, which its values are kept under. If empty, the headline keeps the ID it has; on a new template it gets one made from the label.',
  }),
  rows: field.list({
    label: 'Rows',
    group: 'design',
    entryLabel: 'Row',
    description:
      'Rows on the front of the card, up to three fields each; replaces all rows there are',
    entry: row,
    min: 0,
    max: 20,
  }),
  linkRows: field.list({
    label: 'Back Fields',
    group: 'design',
    entryLabel: 'Back Field',
    description: 'Fields on the back of the card, one per line; replaces all there are',
    entry: {
      label: field.required(field.text({ label: 'Label', description: 'Label of the field' })),
      id: field.text({ label: 'Field ID', description: FIELD_ID_HINT }),
    },
    min: 0,
    max: 50,
  }),
  barcode: field.choice({
    label: 'Barcode',
    group: 'design',
    description: 'Whether the card shows a barcode',
    options: [
      { value: 'show', label: 'Show' },
      { value: 'hide', label: 'Hide' },
    ],
  }),
  barcodeType: field.choice({
    label: 'Barcode Type',
    group: 'design',
    description: 'EAN-13, ITF, Codabar and Code 39 show in newer versions of wallet A only',
    options: BARCODE_TYPES.map((value) => ({ value, label: BARCODE_LABELS[value] })),
  }),
  stampCount: field.number({
    label: 'Stamp Card Size',
    group: 'design',
    integer: true,
    min: 0,
    max: 50,
    description: 'Turns a loyalty card into a stamp card of this size; 0 turns it back',
  }),
  locations: field.list({
    label: 'Locations',
    group: 'design',
    entryLabel: 'Location',
    description: 'Places near which the phone shows the card; replaces all there are',
    entry: place,
    min: 0,
    max: 100,
  }),
  designJson: field.json({
    label: 'Design (JSON)',
    group: 'design',
    description:
      'For experts: a design object, e.g. as it was read from a template. The other fields win over it; images that are addresses stay as they are.',
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
    group: 'images',
    description:
      label === 'Stamp' || label === 'Hero'
        ? 'A file, an address or the ID of an uploaded image. A stamp card takes hero and stamp together or neither.'
        : 'A file, an address or the ID of an uploaded image',
  });
}

export const designInputKeys = Object.keys(designInputs) as (keyof typeof designInputs)[];
