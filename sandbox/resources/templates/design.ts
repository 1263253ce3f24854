import { BARCODE_TYPES, type BarcodeType } from '../../../shared/service/vocabulary';
import type { Caller } from '../../auth/caller';
import { badRequest } from '../../errors';
import { type Design, IMAGE_KEYS, type Template } from '../../state/entities';
import type { State } from '../../state/state';
import { ownFile } from '../files/find';
import { fileUrl } from '../files/view';
import { suppliedImage } from './defaults';
import type { DesignInput } from './designInput';
import { withId } from './fieldIds';
import { checkLocationQuota } from './plan';

/** The parts of a template that a design change affects. */
type Designed = Pick<Template, 'type' | 'design' | 'images'>;

/**
 * Lay a request's `pass` over a design: objects merge key by key,
 * lists are replaced whole, images given by file ID become URLs, and fields without an ID get one from
 * their label.
 * @returns the new parts; inputs are not modified
 * @throws ServiceError 400 barcode type, stamp card, field or file ID; 402 locations; 403 or 404 file
 */
export function applyDesign(
  state: State,
  caller: Caller,
  base: Designed,
  input: DesignInput,
): Pick<Template, 'design' | 'images'> {
  checkStampImages(base, input);
  const { header, rows, linkRows } = input;
  const { urls, images } = findImages(state, caller, input);
  const design: Design = {
    ...base.design,
    ...plainKeys(input),
    ...urls,
    ...(header !== undefined && { header: withId({ ...base.design.header, ...given(header) }) }),
    ...(rows !== undefined && { rows: rows.map((row) => row.map(withId)) }),
    ...(linkRows !== undefined && { linkRows: linkRows.map(withId) }),
    ...barcodeType(input.barcodeType),
  };
  checkLocationQuota(caller, design);
  completeStampCard(state, base, design);
  return { design, images: { ...base.images, ...images } };
}

/** The keys that are copied unchanged. */
function plainKeys(input: DesignInput): Partial<Design> {
  const special = [...IMAGE_KEYS, 'header', 'rows', 'linkRows', 'barcodeType'];
  const entries = Object.entries(input).filter(([key]) => !special.includes(key));
  return given(Object.fromEntries(entries));
}

function given<T extends object>(input: T): Partial<T> {
  const entries = Object.entries(input).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Partial<T>;
}

function barcodeType(value: unknown): { barcodeType?: BarcodeType } {
  if (value === undefined) return {};
  const known = BARCODE_TYPES.find((type) => type === value);
  if (known === undefined) {
    throw badRequest(
      `Unsupported barcodeType ${JSON.stringify(value)}. Use one of: ${BARCODE_TYPES.join(', ')}.`,
    );
  }
  return { barcodeType: known };
}

function findImages(state: State, caller: Caller, input: DesignInput) {
  const urls: Partial<Record<(typeof IMAGE_KEYS)[number], string>> = {};
  const images: Template['images'] = {};
  for (const key of IMAGE_KEYS) {
    const image = input[key];
    if (image === undefined) continue;
    const { id } = ownFile(state, caller, image.fileId);
    urls[key] = fileUrl(state, id);
    images[key] = id;
  }
  return { urls, images };
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
