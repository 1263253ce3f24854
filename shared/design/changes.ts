/**
 * Changes to a design: builds the `pass` object of a request from single inputs and Design (JSON), without its images
 * (designJson.ts). fieldIds.ts decides which field keeps which ID.
 */

import { throwIfAny, type ServiceError, invalidInput, prefixed } from '../errors/serviceError';
import { compact, omit } from '../runtime/records';
import type { BarcodeType } from '../service/vocabulary';
import { IMAGE_KEYS, designJsonErrors, invalidDesign } from './designJson';
import {
  type CreateError,
  type EnteredField,
  assignFieldIds,
  needsCurrentFieldIds,
} from './fieldIds';
import {
  type Design,
  type DesignEntry,
  FIELD_PARTS,
  type FieldParts,
  type FieldPosition,
  listFields,
  mapFields,
} from './fields';

/** Changes to a design as entered. {@link checkDesign} checks them. */
export interface DesignInput {
  headerLabel?: string;
  headerId?: string;
  rows: RowInput[];
  /** The back of the card. */
  linkRows: { label: string; id?: string }[];
  designJson?: Record<string, unknown>;
  backgroundColor?: string;
  textColor?: string;
  labelColor?: string;
  barcode?: 'keep' | 'show' | 'hide';
  barcodeType?: 'keep' | BarcodeType;
  stampCount?: number;
  useStampCollection?: 'keep' | 'turnOff';
}

/** The `pass` object of a request. */
export type DesignBody = Record<string, unknown>;

/**
 * Checks everything that does not depend on the template.
 * @throws {ServiceError} `invalidInput` naming every invalid row and every invalid value in Design (JSON)
 */
export function checkDesign({ rows, designJson = {} }: DesignInput): void {
  throwIfAny([...rows.flatMap(rowErrors), ...designJsonErrors(designJson)]);
}

/** Whether the field IDs depend on the current design. */
export function needsCurrentDesign(input: DesignInput): boolean {
  return needsCurrentFieldIds(listFields(enteredFields(input)));
}

/**
 * The `pass` object of a create or update request, without images. Single inputs override Design (JSON).
 * @param input has passed {@link checkDesign}
 * @param current the design to change; required if {@link needsCurrentDesign}
 * @throws {ServiceError} `invalidInput` naming the fields without a clear ID
 */
export function designChanges(input: DesignInput, current?: Design): DesignBody {
  return {
    // Other keys of Design (JSON) are sent unchanged.
    ...omit(input.designJson ?? {}, ...FIELD_PARTS, ...IMAGE_KEYS),
    ...fieldChanges(input, current),
    ...settingChanges(input),
  };
}

/**
 * Sends every field with its ID. Otherwise, the service derives the ID from the label, and a new label would orphan all
 * values.
 */
function fieldChanges(input: DesignInput, current?: Design): FieldParts<object> {
  const fields = enteredFields(input);
  const parts = new Set(FIELD_PARTS.filter((part) => part in fields));
  const ids = assignFieldIds(listFields(fields), parts, current?.shown ?? []);
  return mapFields(fields, (field) => {
    const { label, otherKeys } = field;
    return { ...otherKeys, ...compact({ id: ids.get(field), label }) };
  });
}

function settingChanges(input: DesignInput): DesignBody {
  const { backgroundColor, textColor, labelColor, barcode, barcodeType, stampCount } = input;
  const isTurnedOff = input.useStampCollection === 'turnOff';
  const isTurnedOn = stampCount === undefined ? undefined : true;
  return compact({
    backgroundColor,
    textColor,
    labelColor,
    // These colors are shown only if automatic colors are off.
    adjustTextColor: textColor || labelColor ? false : undefined,
    barcode: barcode && barcode !== 'keep' ? barcode === 'show' : undefined,
    barcodeType: barcodeType === 'keep' ? undefined : barcodeType,
    useStampCollection: isTurnedOff ? false : isTurnedOn,
    stampCount,
  });
}

/** The inputs of each column of a row. */
const COLUMNS = [
  { name: 'First Label', label: 'firstLabel', id: 'firstId' },
  { name: 'Second Label', label: 'secondLabel', id: 'secondId' },
  { name: 'Third Label', label: 'thirdLabel', id: 'thirdId' },
] as const;

/** One row as entered: up to three fields, by column. */
type RowInput = Partial<Record<(typeof COLUMNS)[number]['label' | 'id'], string>>;

/** The fields of a card. Single inputs override Design (JSON), part by part. */
function enteredFields(input: DesignInput): FieldParts<EnteredField> {
  const { headerLabel, headerId, rows, linkRows, designJson } = input;
  const isHeaderSet = headerLabel !== undefined || headerId !== undefined;
  const single: FieldParts<Omit<EnteredField, keyof FieldPosition>> = {
    header: isHeaderSet
      ? { label: headerLabel, id: headerId, createError: inputError('Header Label', 'headerLabel') }
      : undefined,
    rows: rows.length === 0 ? undefined : rows.map(rowFields),
    linkRows:
      linkRows.length === 0
        ? undefined
        : linkRows.map((field, i) => ({
            ...field,
            createError: inputError('Label', 'label', `Back Field ${i + 1}`),
          })),
  };
  return {
    ...fieldsOfJson(designJson),
    ...mapFields(single, (field, position) => ({ ...field, ...position })),
  };
}

/** An error for each problem of a row that was entered in single inputs. */
function rowErrors(row: RowInput, r: number): ServiceError[] {
  const columns = columnsOf(row, r);
  const withoutLabel = columns.filter(({ label }) => label === undefined);
  const onlyId = withoutLabel.filter(({ id }) => id !== undefined);
  const isEmpty = withoutLabel.length === columns.length && onlyId.length === 0;
  // An empty row would clear the row on every card.
  if (isEmpty) {
    const problem = 'is empty, and so are the other labels of this row';
    const fix = 'Enter at least one label, or remove the row.';
    return columns.slice(0, 1).map(({ createError }) => createError(problem, fix));
  }
  return onlyId.map(({ createError }) =>
    createError('is empty', 'Enter a label, or remove the field ID.'),
  );
}

/** Keeps empty columns between fields, but not after the last field. */
function rowFields(row: RowInput, r: number) {
  const columns = columnsOf(row, r);
  return columns.slice(0, columns.findLastIndex(({ label }) => label !== undefined) + 1);
}

function columnsOf(row: RowInput, r: number) {
  return COLUMNS.map(({ name, label, id }) => ({
    label: row[label],
    id: row[id],
    createError: inputError(name, label, `Row ${r + 1}`),
  }));
}

/** @param entry names the row or back field of the input, e.g. `Row 2` */
function inputError(label: string, key: string, entry?: string): CreateError {
  return (problem, fix) => {
    const error = invalidInput(label, key, problem, fix);
    return entry === undefined ? error : prefixed(error, entry);
  };
}

function fieldsOfJson(design: Record<string, unknown> = {}): FieldParts<EnteredField> {
  const { header, rows, linkRows } = design as FieldParts<DesignEntry>;
  // The service merges the header, so an empty header changes nothing.
  const isHeaderSet = Object.values(header ?? {}).some(Boolean);
  return mapFields(
    { header: isHeaderSet ? header : undefined, rows, linkRows },
    ({ id, label, ...otherKeys }, position): EnteredField => ({
      ...position,
      label: label || undefined,
      id: id || undefined,
      otherKeys,
      createError: (problem, fix) => invalidDesign(position.path, `the label ${problem}`, fix),
    }),
  );
}
