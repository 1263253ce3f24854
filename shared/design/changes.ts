/** Changes to a design: from single inputs and from Design (JSON) to the `pass` object of a request. */

import { type ServiceError, invalidInput, throwIfAny } from '../errors/serviceError';
import { compact, omit } from '../runtime/records';
import { isHttpUrl } from '../service/text';
import type { BarcodeType } from '../service/vocabulary';
import {
  type ImageKey,
  IMAGE_KEYS,
  designJsonErrors,
  invalidDesign,
  isFileRef,
} from './designJson';
import { type DraftField, assignFieldIds, needsCurrentFieldIds } from './fieldIds';
import { type FieldPosition, type TemplateDesign, FIELD_PARTS, shownFields } from './fields';

/** One row as entered: up to three fields, by column. */
interface RowInput {
  firstLabel?: string;
  firstId?: string;
  secondLabel?: string;
  secondId?: string;
  thirdLabel?: string;
  thirdId?: string;
}

/** The `pass` object of a request. */
export type DesignBody = Record<string, unknown>;

/** Changes to a design as entered. {@link checkDesign} checks them. */
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
  designJson?: Record<string, unknown>;
}

/**
 * Checks what does not depend on the template.
 * @throws {ServiceError} `invalidInput` naming every invalid row and every invalid value in Design (JSON)
 */
export function checkDesign({ rows, designJson = {} }: DesignInput): void {
  throwIfAny([...rows.flatMap(rowErrors), ...designJsonErrors(designJson)]);
}

/**
 * The `pass` object of a create or update request, without images. Every field is sent with its ID:
 * otherwise the service derives the ID from the label, and a new label would orphan all values.
 * @param input has passed {@link checkDesign}
 * @param current the design to change; required if {@link needsCurrentDesign}
 * @throws {ServiceError} `invalidInput` naming the fields without a clear ID
 */
export function designChanges(input: DesignInput, current?: TemplateDesign): DesignBody {
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

/** Whether the field IDs depend on the current design. */
export function needsCurrentDesign(input: DesignInput): boolean {
  return needsCurrentFieldIds(listFields(mergeDrafts(input)));
}

function unlessKept<T extends string>(choice: 'keep' | T | undefined): T | undefined {
  return choice === 'keep' ? undefined : choice;
}

/** The keys of a design that are sent unchanged. */
function unchangedKeys(design: Record<string, unknown> = {}): Record<string, unknown> {
  return omit(design, ...FIELD_PARTS, ...IMAGE_KEYS);
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
interface PositionedField extends DraftField {
  /** Unknown keys from Design (JSON). */
  otherKeys?: Record<string, unknown>;
}

function listFields({
  header,
  rows = [],
  linkRows = [],
}: FieldParts<PositionedField>): PositionedField[] {
  return [...(header ? [header] : []), ...rows.flat(), ...linkRows];
}

function fieldParts(
  draft: FieldParts<PositionedField>,
  current?: TemplateDesign,
): FieldParts<object> {
  const fields = listFields(draft);
  const parts = new Set(FIELD_PARTS.filter((part) => part in draft));
  const ids = assignFieldIds(fields, parts, current ? shownFields(current) : []);
  return mapFields(draft, (field) => {
    const { label, otherKeys } = field;
    return { ...otherKeys, ...compact({ id: ids.get(field), label }) };
  });
}

/** Single inputs override Design (JSON), part by part. */
function mergeDrafts(input: DesignInput): FieldParts<PositionedField> {
  return { ...jsonDraft(input.designJson), ...inputDraft(input) };
}

/** A field before its position is known. */
type UnplacedField = Omit<PositionedField, keyof FieldPosition>;

function inputDraft({
  headerLabel,
  headerId,
  rows,
  linkRows,
}: DesignInput): FieldParts<PositionedField> {
  const hasHeader = headerLabel !== undefined || headerId !== undefined;
  const parts: FieldParts<UnplacedField> = {
    header: hasHeader
      ? {
          label: headerLabel,
          id: headerId,
          createError: fieldErrorFactory('Header Label', 'headerLabel'),
        }
      : undefined,
    rows: rows.length === 0 ? undefined : rows.map(rowDraft),
    linkRows:
      linkRows.length === 0
        ? undefined
        : linkRows.map(({ label, id }, i) => ({
            label,
            id,
            createError: fieldErrorFactory('Label', 'label', `Back Field ${i + 1}`),
          })),
  };
  return mapFields(parts, (field, position) => ({ ...field, ...position }));
}

/** Keeps empty columns between fields, but not after the last field. */
function rowDraft(row: RowInput, r: number): UnplacedField[] {
  const columns = rowColumns(row, r);
  return columns.slice(0, columns.findLastIndex(({ label }) => label !== undefined) + 1);
}

function rowErrors(row: RowInput, r: number): ServiceError[] {
  const columns = rowColumns(row, r);
  const withoutLabel = columns.filter(({ label }) => label === undefined);
  const onlyId = withoutLabel.filter(({ id }) => id !== undefined);
  if (onlyId.length === 0 && withoutLabel.length === columns.length) {
    // An empty row would clear the row on every card.
    const problem = 'is empty, and so are the other labels of this row';
    return [columns[0].createError(problem, 'Enter at least one label, or remove the row.')];
  }
  return onlyId.map(({ createError }) =>
    createError('is empty', 'Enter a label, or remove the field ID.'),
  );
}

function rowColumns(row: RowInput, r: number): [UnplacedField, UnplacedField, UnplacedField] {
  const column = (label: string, key: string) => fieldErrorFactory(label, key, `Row ${r + 1}`);
  return [
    { label: row.firstLabel, id: row.firstId, createError: column('First Label', 'firstLabel') },
    {
      label: row.secondLabel,
      id: row.secondId,
      createError: column('Second Label', 'secondLabel'),
    },
    { label: row.thirdLabel, id: row.thirdId, createError: column('Third Label', 'thirdLabel') },
  ];
}

function fieldErrorFactory(label: string, key: string, entry?: string): DraftField['createError'] {
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

function jsonDraft(design: Record<string, unknown> = {}): FieldParts<PositionedField> {
  const { header, rows, linkRows } = design as FieldParts<JsonField>;
  // The service merges the header: an empty one changes nothing.
  const isHeaderSet = header !== undefined && Object.values(header).some(Boolean);
  return mapFields(
    { header: isHeaderSet ? header : undefined, rows, linkRows },
    ({ id, label, ...otherKeys }, position): PositionedField => ({
      ...position,
      label: label || undefined,
      id: id || undefined,
      otherKeys,
      createError: (problem, hint) => invalidDesign(position.path, `the label ${problem}`, hint),
    }),
  );
}

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
      "an image can't be removed",
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
