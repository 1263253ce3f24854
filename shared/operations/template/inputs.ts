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

const FIELD_ID_HELP =
  "ID under which passes store the value. Defaults to the field's current ID, or one generated from the label.";

const columnLabel = (place: string, description?: string) =>
  field.text({
    label: `${place} Label`,
    placeholder: 'e.g. Member number',
    ...(description === undefined ? {} : { description }),
  });

const columnId = (place: string) =>
  field.text({
    label: `${place} Field ID`,
    placeholder: 'e.g. memberNumber',
    description: FIELD_ID_HELP,
  });

const row = {
  firstLabel: columnLabel('First', 'Leave empty for an empty column'),
  firstId: columnId('First'),
  secondLabel: columnLabel('Second'),
  secondId: columnId('Second'),
  thirdLabel: columnLabel('Third'),
  thirdId: columnId('Third'),
};

const degrees = (label: string, max: number, placeholder: string) =>
  field.required(
    field.number({
      label,
      integer: false,
      min: -max,
      max,
      placeholder,
      description: `In degrees, from -${max} to ${max}`,
    }),
  );

const place = {
  latitude: degrees('Latitude', 90, 'e.g. 40.7128'),
  longitude: degrees('Longitude', 180, 'e.g. -74.0060'),
  relevantText: field.text({
    label: 'Text',
    placeholder: 'e.g. Show this card for a free coffee',
    description: 'Shown on the lock screen near this location',
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

/** The first option, because a choice that was added but not changed must have no effect. */
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
      "Color of the values. Turns off automatic text colors, so set 'Label Color' as well.",
  }),
  labelColor: field.color({
    label: 'Label Color',
    section: 'design',
    description:
      "Color of the labels. Turns off automatic text colors, so set 'Text Color' as well.",
  }),
  headerLabel: field.text({
    label: 'Header Label',
    section: 'design',
    placeholder: 'e.g. Points',
    description: 'Label of the headline field. With a new label, the headline keeps its values.',
  }),
  headerId: field.text({
    label: 'Header Field ID',
    section: 'design',
    placeholder: 'e.g. points',
    description:
      "ID under which passes store the headline's value. Defaults to the current ID, or one generated from the label.",
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
      label: field.required(field.text({ label: 'Label', placeholder: 'e.g. Opening hours' })),
      id: field.text({
        label: 'Field ID',
        placeholder: 'e.g. openingHours',
        description: FIELD_ID_HELP,
      }),
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
    description:
      'Older versions of Wallet A (iPhone) show EAN-13, ITF, Codabar and Code 39 as Code 128',
    options: [KEEP, ...BARCODE_TYPES.map((value) => ({ value, label: BARCODE_LABELS[value] }))],
  }),
  stampCount: field.number({
    label: 'Stamp Card Size',
    section: 'design',
    integer: true,
    min: 1,
    max: LIMITS.maxCollectedStamps,
    placeholder: 'e.g. 10',
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
      'For experts: a design object, e.g. one read from a template. Other inputs override it, and new image URLs are uploaded.',
  }),
  logo: imageInput('Logo'),
  icon: imageInput('Icon'),
  hero: imageInput('Hero'),
  strip: imageInput('Strip'),
  thumbnail: imageInput('Thumbnail'),
  background: imageInput('Background'),
  stamp: imageInput('Stamp'),
};

function imageInput(label: string) {
  return field.image({
    label: `${label} Image`,
    section: 'images',
    description:
      label === 'Stamp' || label === 'Hero'
        ? 'A file, a URL or a file ID. A stamp card needs hero and stamp images together, or neither.'
        : 'A file, a URL or a file ID',
  });
}
