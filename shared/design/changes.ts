import { z } from 'zod';

import { type ServiceError, invalidInput } from '../errors/serviceError';
import { compact } from '../runtime/records';
import { FILE_ID } from '../service/fileSchema';
import { isHttpUrl } from '../service/text';
import { type BarcodeType, BARCODE_TYPES, LIMITS } from '../service/vocabulary';
import { type DraftField, assignFieldIds, needsCurrentFieldIds } from './fieldIds';
import { type FieldPosition, type TemplateDesign, FIELD_PARTS, shownFields } from './fields';

/** Changes to a design: from single inputs and from Design (JSON) to the `pass` object of a request. */

/** One row as entered: up to three fields, by column. */
interface RowInput {
  firstLabel?: string;
  firstId?: string;
  secondLabel?: string;
  secondId?: string;
  thirdLabel?: string;
  thirdId?: string;
}

/** Changes to a design as entered. */
export interface DesignInput {
  backgroundColor?: string;
  textColor?: string;
  labelColor?: string;
  headerLabel?: string;
  headerId?: string;
  rows: RowInput[];
  linkRows: { label: string; id?: string }[];
  barcode?: 'keep' | 'show' | 'hide';
  barcodeType?: 'keep' | BarcodeType;
  stampCount?: number;
  useStampCollection?: 'keep' | 'turnOff';
  /** Has passed {@link checkDesignJson}. */
  designJson?: Record<string, unknown>;
}

/**
 * The `pass` object of a create or update request, without images. Every field is sent with its ID:
 * otherwise the service derives the ID from the label, and a new label would orphan all values.
 * @param current the design to change; required if {@link needsCurrentDesign}
 * @throws {ServiceError} `invalidInput`
 */
export function designChanges(
  input: DesignInput,
  current?: TemplateDesign,
): Record<string, unknown> {
  const { backgroundColor, textColor, labelColor, stampCount, useStampCollection } = input;
  const barcode = unlessKept(input.barcode);
  return {
    ...unchangedKeys(input.designJson),
    ...fieldParts(mergeDrafts(input), current),
    ...compact({
      backgroundColor,
      textColor,
      labelColor,
      barcodeType: unlessKept(input.barcodeType),
    }),
    // These colors are shown only if automatic ones are off.
    ...(textColor || labelColor ? { adjustTextColor: false } : {}),
    ...(barcode === undefined ? {} : { barcode: barcode === 'show' }),
    ...(stampCount === undefined ? {} : { useStampCollection: true, stampCount }),
    ...(useStampCollection === 'turnOff' ? { useStampCollection: false } : {}),
  };
}

/**
 * Whether the field IDs depend on the current design.
 * @throws {ServiceError} `invalidInput` for a row without any label, or an ID without a label
 */
export function needsCurrentDesign(input: DesignInput): boolean {
  return needsCurrentFieldIds(listFields(mergeDrafts(input)));
}

function unlessKept<T extends string>(choice: 'keep' | T | undefined): T | undefined {
  return choice === 'keep' ? undefined : choice;
}

/** The keys of a design that are sent unchanged. */
function unchangedKeys(design: Record<string, unknown> = {}): Record<string, unknown> {
  const handled: readonly string[] = [...FIELD_PARTS, ...IMAGE_KEYS];
  return Object.fromEntries(Object.entries(design).filter(([key]) => !handled.includes(key)));
}

/** The fields of a design by part. Missing parts stay unchanged. */
interface FieldParts<T> {
  header?: T;
  rows?: T[][];
  linkRows?: T[];
}

function mapFields<T, R>(
  { header, rows, linkRows }: FieldParts<T>,
  map: (field: T, position: FieldPosition) => R,
): FieldParts<R> {
  return compact({
    header: header && map(header, { part: 'header', path: 'header' }),
    rows: rows?.map((row, r) =>
      row.map((field, c) => map(field, { part: 'rows', path: `rows.${r}.${c}` })),
    ),
    linkRows: linkRows?.map((field, i) => map(field, { part: 'linkRows', path: `linkRows.${i}` })),
  });
}

/** A field to send. */
interface Draft extends DraftField {
  /** Unknown keys from Design (JSON). */
  more?: Record<string, unknown>;
}

function listFields({ header, rows = [], linkRows = [] }: FieldParts<Draft>): Draft[] {
  return [...(header ? [header] : []), ...rows.flat(), ...linkRows];
}

function fieldParts(draft: FieldParts<Draft>, current?: TemplateDesign): FieldParts<object> {
  const fields = listFields(draft);
  const parts = new Set(FIELD_PARTS.filter((part) => part in draft));
  const ids = assignFieldIds(fields, parts, current ? shownFields(current) : []);
  return mapFields(draft, (field) => {
    const { label, more } = field;
    return { ...more, ...compact({ id: ids.get(field), label }) };
  });
}

/** Single inputs override Design (JSON), part by part. */
function mergeDrafts(input: DesignInput): FieldParts<Draft> {
  return { ...jsonDraft(input.designJson), ...inputDraft(input) };
}

/** A field before its position is known. */
type Unplaced = Omit<Draft, keyof FieldPosition>;

function inputDraft({ headerLabel, headerId, rows, linkRows }: DesignInput): FieldParts<Draft> {
  const hasHeader = headerLabel !== undefined || headerId !== undefined;
  const parts: FieldParts<Unplaced> = {
    header: hasHeader
      ? {
          label: headerLabel,
          id: headerId,
          refuse: fieldErrorFactory('Header Label', 'headerLabel'),
        }
      : undefined,
    rows: rows.length === 0 ? undefined : rows.map(rowDraft),
    linkRows:
      linkRows.length === 0
        ? undefined
        : linkRows.map(({ label, id }, i) => ({
            label,
            id,
            refuse: fieldErrorFactory('Label', 'label', `Back Field ${i + 1}`),
          })),
  };
  return mapFields(parts, (field, position) => ({ ...field, ...position }));
}

/** Keeps empty columns between fields, but not after the last field. */
function rowDraft(row: RowInput, r: number): Unplaced[] {
  const column = (label: string, key: string) => fieldErrorFactory(label, key, `Row ${r + 1}`);
  const first = {
    label: row.firstLabel,
    id: row.firstId,
    refuse: column('First Label', 'firstLabel'),
  };
  const columns: Unplaced[] = [
    first,
    { label: row.secondLabel, id: row.secondId, refuse: column('Second Label', 'secondLabel') },
    { label: row.thirdLabel, id: row.thirdId, refuse: column('Third Label', 'thirdLabel') },
  ];
  for (const { label, id, refuse } of columns) {
    if (label === undefined && id !== undefined) {
      throw refuse('is empty', 'Enter a label, or remove the field ID.');
    }
  }
  const last = columns.findLastIndex(({ label }) => label !== undefined);
  if (last >= 0) return columns.slice(0, last + 1);
  // An empty row would clear the row on every card.
  throw first.refuse(
    'is empty, and so are the other labels of this row',
    'Enter at least one label, or remove the row.',
  );
}

function fieldErrorFactory(label: string, key: string, entry?: string): DraftField['refuse'] {
  return (problem, hint): ServiceError => {
    const error = invalidInput(label, key, problem, hint);
    return entry === undefined ? error : error.with({ message: `${entry}: ${error.message}` });
  };
}

/** A field of Design (JSON). */
interface JsonField {
  id?: string | null;
  label?: string | null;
  [key: string]: unknown;
}

function jsonDraft(design: Record<string, unknown> = {}): FieldParts<Draft> {
  const { header, rows, linkRows } = design as FieldParts<JsonField>;
  // The service merges the header: an empty one changes nothing.
  const isHeaderSet = header !== undefined && Object.values(header).some(Boolean);
  return mapFields(
    { header: isHeaderSet ? header : undefined, rows, linkRows },
    ({ id, label, ...more }, position): Draft => ({
      ...position,
      label: label || undefined,
      id: id || undefined,
      more,
      refuse: (problem, hint) => invalidDesign(position.path, `the label ${problem}`, hint),
    }),
  );
}

/** Image keys of a design: requests contain a file ID, responses URLs. */
export const IMAGE_KEYS = [
  'logo',
  'icon',
  'hero',
  'strip',
  'thumbnail',
  'background',
  'stamp',
] as const;
export type ImageKey = (typeof IMAGE_KEYS)[number];

/** An image in Design (JSON): a file of the service, or a public URL. */
export type DesignImage = { fileId: string } | { url: string };

/** Whether the design has an image that may equal the template's current one. */
export function hasImagesToCompare(design: Record<string, unknown> = {}): boolean {
  return IMAGE_KEYS.some((key) => design[key] !== undefined && !isFileRef(design[key]));
}

/**
 * The new images of Design (JSON). A copied design contains URLs: those of the current design stay
 * unchanged, all others must be uploaded.
 * @param current the design to change; `undefined` when creating
 * @throws {ServiceError} `invalidInput` for a value that is not an image
 */
export function newImages(
  design: Record<string, unknown> = {},
  current?: TemplateDesign,
): { key: ImageKey; source: DesignImage }[] {
  return IMAGE_KEYS.filter((key) => key in design).flatMap((key) => {
    const image = design[key] ?? undefined;
    const isUnchanged = JSON.stringify(image) === JSON.stringify(current?.[key] ?? undefined);
    return isUnchanged ? [] : [{ key, source: parseImage(key, image) }];
  });
}

function parseImage(key: ImageKey, image: unknown): DesignImage {
  if (isFileRef(image)) return { fileId: image.fileId };
  if (image === undefined) {
    throw invalidDesign(
      key,
      'an image cannot be removed',
      `Omit '${key}' to keep the image, or provide another one.`,
    );
  }
  if (typeof image === 'string' && isHttpUrl(image)) return { url: image };
  throw invalidDesign(
    key,
    'must be a file ID or a URL',
    `Use {"fileId": "file_..."} or a public URL that starts with https://, or omit '${key}'.`,
  );
}

/** Whether an image is a file of the service instead of a URL. */
function isFileRef(value: unknown): value is { fileId: string } {
  return typeof value === 'object' && value !== null && 'fileId' in value;
}

const color = z.string().regex(/^#([0-9a-f]{3}|[0-9a-f]{6})$/i, 'must be a color like #1A2B3C');
const text = z.string().nullish();
const columnSchema = z.object({ id: text, label: text }).passthrough();
const isNamed = ({ id, label }: { id?: string | null; label?: string | null }) =>
  Boolean(label?.trim()) || (!id && !label);
const fieldSchema = columnSchema.refine(isNamed, 'needs a label');
/** Checks file IDs only; all other values depend on the template, see {@link newImages}. */
const imageSchema = z
  .unknown()
  .refine((value) => !isFileRef(value) || FILE_ID.test(String(value.fileId)), {
    message: 'must be a file ID: file_ and 32 characters',
  });

/** A design that a person wrote or copied. Accepts unknown keys, because the service has undocumented ones. */
const designJsonSchema = z
  .object({
    backgroundColor: color,
    textColor: color,
    labelColor: color,
    adjustTextColor: z.boolean(),
    ...Object.fromEntries(IMAGE_KEYS.map((key) => [key, imageSchema])),
    // Merged into the current header, so that either key is enough.
    header: columnSchema.refine(({ label }) => !label || label.trim(), 'needs a label'),
    rows: z.array(z.array(fieldSchema).max(LIMITS.fieldsPerRow)),
    linkRows: z.array(fieldSchema.refine(({ label }) => label, 'needs a label')),
    barcode: z.boolean(),
    barcodeType: z.enum(BARCODE_TYPES),
    useStampCollection: z.boolean(),
    stampCount: z.number().int().min(1).max(LIMITS.maxCollectedStamps),
    stampTiers: z.array(z.object({ threshold: z.number().int().min(1) }).passthrough()),
    locations: z.array(
      z
        .object({
          latitude: z.number().min(-90).max(90),
          longitude: z.number().min(-180).max(180),
        })
        .passthrough(),
    ),
  })
  .partial()
  .passthrough();

/**
 * Checks Design (JSON).
 * @throws {ServiceError} `invalidInput` naming the path of the first invalid value
 */
export function checkDesignJson(design: Record<string, unknown>): void {
  const issue = designJsonSchema.safeParse(design).error?.issues[0];
  if (issue) throw invalidDesign(issue.path.join('.'), issue.message);
}

/**
 * Error for a value in Design (JSON).
 * @param path e.g. `rows.0.1`
 */
function invalidDesign(
  path: string,
  problem: string,
  hint = 'Correct this value, or omit it: omitted values stay unchanged.',
): ServiceError {
  return invalidInput('Design (JSON)', 'designJson', `is invalid at ${path}: ${problem}`, hint);
}
