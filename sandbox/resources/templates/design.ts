import { z } from 'zod';

import { BARCODE_TYPES, LIMITS, type BarcodeType } from '../../../shared/service/vocabulary';
import { badRequest, upgradeRequired } from '../../errors';
import type { Call } from '../../http/endpoint';
import {
  type Account,
  type Design,
  type DesignField,
  IMAGE_KEYS,
  type Template,
} from '../../state/entities';
import type { State } from '../../state/state';
import { fileUrl, ownFile } from '../files/file';
import { given, optionalText } from '../validate';
import { suppliedImage } from './template';

const HEX_COLOR = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i;
const color = z.string().regex(HEX_COLOR, 'must be a hex color such as #1f3a5f').optional();
/** An image in a request; the ID is checked when the file is looked up. */
const image = z.object({ fileId: z.unknown() }).optional();
const column = z.object({ id: optionalText, label: optionalText });
const field = column.refine(
  ({ id, label }) => id !== undefined || label !== undefined,
  'must have a label',
);

/** A list of places; their shape is undocumented, so other keys are kept. */
export const locations = z.array(
  z
    .object({
      latitude: z.number().min(-90).max(90),
      longitude: z.number().min(-180).max(180),
    })
    .passthrough(),
);

/** `pass` in requests: the design keys to set. Others are ignored. */
export const designInput = z.object({
  backgroundColor: color,
  textColor: color,
  labelColor: color,
  adjustTextColor: z.boolean().optional(),
  logo: image,
  icon: image,
  hero: image,
  strip: image,
  thumbnail: image,
  background: image,
  stamp: image,
  header: column.optional(),
  rows: z
    .array(
      z
        .array(column)
        .max(LIMITS.fieldsPerRow, `must have at most ${LIMITS.fieldsPerRow} fields per row`),
    )
    .optional(),
  linkRows: z.array(field).optional(),
  barcode: z.boolean().optional(),
  // Refused with its own message, see `barcodeTypeOf`.
  barcodeType: z.unknown(),
  useStampCollection: z.boolean().optional(),
  stampCount: z.number().int().min(1).max(LIMITS.maxCollectedStamps).optional(),
  stampTiers: z
    .array(z.object({ threshold: z.number().int().min(1), reward: z.string() }))
    .optional(),
  locations: locations.optional(),
});
type DesignInput = z.output<typeof designInput>;

/** The parts of a template that a design change affects. */
type Designed = Pick<Template, 'type' | 'design' | 'images'>;

/**
 * Lay a request's `pass` over a design: objects merge key by key, lists are replaced whole, images given by file
 * ID become URLs, and fields without an ID get one from their label.
 * @returns the new parts; inputs are not modified
 * @throws ServiceError 400 barcode type, stamp card, field or file ID; 402 locations; 403 or 404 file
 */
export function applyDesign(
  call: Call,
  base: Designed,
  input: DesignInput,
): Pick<Template, 'design' | 'images'> {
  checkStampImages(base, input);
  const { header, rows, linkRows, barcodeType, ...others } = input;
  for (const key of IMAGE_KEYS) Reflect.deleteProperty(others, key);
  const images = { ...base.images };
  const design: Design = { ...base.design, ...(given(others) as Partial<Design>) };
  for (const key of IMAGE_KEYS) {
    const wanted = input[key];
    if (wanted === undefined) continue;
    const { id } = ownFile(call, wanted.fileId);
    images[key] = id;
    design[key] = fileUrl(call.state, id);
  }
  if (header !== undefined) design.header = withId({ ...design.header, ...given(header) });
  if (rows !== undefined) design.rows = rows.map((row) => row.map(withId));
  if (linkRows !== undefined) design.linkRows = linkRows.map(withId);
  if (barcodeType !== undefined) design.barcodeType = barcodeTypeOf(barcodeType);
  checkLocationQuota(call.account, design);
  completeStampCard(call.state, base, design);
  return { design, images };
}

function barcodeTypeOf(value: unknown): BarcodeType {
  const known = BARCODE_TYPES.find((type) => type === value);
  if (known !== undefined) return known;
  throw badRequest(
    `Unsupported barcodeType ${JSON.stringify(value)}. Use one of: ${BARCODE_TYPES.join(', ')}.`,
  );
}

/** A stamp card needs both stamp and banner, or neither. */
function checkStampImages({ type, design }: Designed, input: DesignInput): void {
  const isStampCard = input.useStampCollection ?? design.useStampCollection;
  if (isStampCard !== true) return;
  if (type !== 'loyalty') {
    throw badRequest('Stamp collection (useStampCollection: true) needs a loyalty template.');
  }
  if ((input.stamp === undefined) === (input.hero === undefined)) return;
  throw badRequest(
    "Stamp collection (useStampCollection: true) requires both 'stamp' and 'hero' images. Send both, or neither for the default ones.",
  );
}

/** A stamp card needs a size; missing images are supplied. */
function completeStampCard(state: State, { type }: Designed, design: Design): void {
  if (type !== 'loyalty' || design.useStampCollection !== true) return;
  if (design.stampCount === undefined) {
    throw badRequest('Stamp collection (useStampCollection: true) requires stampCount.');
  }
  design.stamp ??= suppliedImage(state, 'stamp');
  design.hero ??= suppliedImage(state, 'hero');
}

/**
 * Whether the plan allows this many locations on a template.
 * @throws ServiceError 402 `feature: geofences`
 */
export function checkLocationQuota({ settings }: Account, design: Design): void {
  const { plan, locationQuota } = settings;
  if (locationQuota === null || (design.locations ?? []).length <= locationQuota) return;
  throw upgradeRequired(
    'Your plan does not allow this many locations.',
    `The ${plan} plan allows ${locationQuota} locations per template.`,
    'geofences',
  );
}

/** The header of a new template, which gets its own ID: a label alone does not rename the header of the default. */
export function headerOfNew(header: DesignInput['header']): DesignInput['header'] {
  return header?.label !== undefined && header.id === undefined ? withId(header) : header;
}

/**
 * A field with its ID, derived from the label if it has none. `{}` remains an empty column.
 * @throws ServiceError 400 if no ID can be derived from the label
 */
function withId({ id, label }: DesignField): DesignField {
  if (id === undefined && label === undefined) return {};
  if (label === undefined) throw badRequest(`The field "${id}" needs a label.`);
  const known = id ?? camelCase(label);
  if (known === '') throw badRequest(`No field id can be derived from the label "${label}".`);
  return { id: known, label };
}

/**
 * A label in camelCase: `Member number` gives `memberNumber`. Letters of every script count; anything else
 * separates words.
 */
function camelCase(label: string): string {
  const [first = '', ...others] = label
    .normalize('NFC')
    .replace(/['’]/g, '')
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
  return first + others.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}
