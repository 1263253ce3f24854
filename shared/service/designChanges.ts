import type { ServiceError } from '../errors/serviceError';
import { invalidInput } from '../errors/serviceError';
import { compact } from '../runtime/records';
import type { FieldPart, TemplateDesign } from './design';
import { FIELD_PARTS, shownFields } from './design';
import type { DraftField } from './designFieldIds';
import { assignFieldIds, needsCurrentFieldIds } from './designFieldIds';
import { IMAGE_KEYS } from './designImages';
import { invalidDesign } from './expertDesign';
import type { BarcodeType } from './vocabulary';

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
    ...fieldParts(draftOf(input), current),
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
  return needsCurrentFieldIds(Object.values(draftOf(input)).flat(2));
}

function unlessKept<T extends string>(choice: 'keep' | T | undefined): T | undefined {
  return choice === 'keep' ? undefined : choice;
}

/** The keys of a design that are sent unchanged. */
function unchangedKeys(design: Record<string, unknown> = {}): Record<string, unknown> {
  const handled: readonly string[] = [...FIELD_PARTS, ...IMAGE_KEYS];
  return Object.fromEntries(Object.entries(design).filter(([key]) => !handled.includes(key)));
}

/** A field to send, including unknown keys from Design (JSON). */
type Draft = DraftField & { more?: Record<string, unknown> };
/** The fields to send, by part. Missing parts stay unchanged. */
interface DesignDraft {
  header?: Draft;
  rows?: Draft[][];
  linkRows?: Draft[];
}

function fieldParts(draft: DesignDraft, current?: TemplateDesign): Record<string, unknown> {
  const parts = new Set(Object.keys(draft) as FieldPart[]);
  const fields = Object.values(draft).flat(2) as Draft[];
  const ids = assignFieldIds(fields, parts, current ? shownFields(current) : []);
  const entry = (field: Draft) => {
    const { label, more } = field;
    return { ...more, ...compact({ id: ids.get(field), label }) };
  };
  const { header, rows, linkRows } = draft;
  return compact({
    header: header && entry(header),
    rows: rows?.map((row) => row.map(entry)),
    linkRows: linkRows?.map(entry),
  });
}

/** Individual inputs override Design (JSON), part by part. */
function draftOf(input: DesignInput): DesignDraft {
  return { ...jsonDraft(input.designJson), ...inputDraft(input) };
}

function inputDraft({ headerLabel, headerId, rows, linkRows }: DesignInput): DesignDraft {
  return {
    ...(headerLabel === undefined && headerId === undefined
      ? {}
      : {
          header: {
            part: 'header',
            at: '0',
            label: headerLabel,
            id: headerId,
            refuse: fieldErrorFactory('Header Label', 'headerLabel'),
          },
        }),
    ...(rows.length === 0 ? {} : { rows: rows.map(rowDraft) }),
    ...(linkRows.length === 0
      ? {}
      : {
          linkRows: linkRows.map(({ label, id }, i) => ({
            part: 'linkRows',
            at: String(i),
            label,
            id,
            refuse: fieldErrorFactory('Label', 'label', `Back Field ${i + 1}`),
          })),
        }),
  };
}

const COLUMNS = [
  { label: 'First Label', labelKey: 'firstLabel', idKey: 'firstId' },
  { label: 'Second Label', labelKey: 'secondLabel', idKey: 'secondId' },
  { label: 'Third Label', labelKey: 'thirdLabel', idKey: 'thirdId' },
] as const;

/** Keeps empty columns between fields, but not after the last field. */
function rowDraft(row: RowInput, r: number): Draft[] {
  const entry = `Row ${r + 1}`;
  const columns = COLUMNS.map(({ label, labelKey, idKey }, c): Draft => {
    const refuse = fieldErrorFactory(label, labelKey, entry);
    const column = { label: row[labelKey], id: row[idKey] };
    if (column.label === undefined && column.id !== undefined) {
      throw refuse('is empty', 'Enter a label, or remove the field ID.');
    }
    return { part: 'rows', at: `${r}.${c}`, ...column, refuse };
  });
  const last = columns.findLastIndex(({ label }) => label !== undefined);
  if (last >= 0) return columns.slice(0, last + 1);
  // An empty row would clear the row on every card.
  throw fieldErrorFactory(
    'First Label',
    'firstLabel',
    entry,
  )(
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

/** The fields of Design (JSON), which has passed `checkExpertDesign`. */
function jsonDraft(design: Record<string, unknown> = {}): DesignDraft {
  const { header, rows, linkRows } = design as {
    header?: JsonField;
    rows?: JsonField[][];
    linkRows?: JsonField[];
  };
  return {
    // The service merges the header: an empty one changes nothing.
    ...(header && Object.values(header).some(Boolean)
      ? { header: jsonField('header', '0', header) }
      : {}),
    ...(rows && {
      rows: rows.map((row, r) => row.map((column, c) => jsonField('rows', `${r}.${c}`, column))),
    }),
    ...(linkRows && {
      linkRows: linkRows.map((field, i) => jsonField('linkRows', String(i), field)),
    }),
  };
}

interface JsonField {
  id?: string | null;
  label?: string | null;
  [key: string]: unknown;
}

function jsonField(part: FieldPart, at: string, { id, label, ...more }: JsonField): Draft {
  const path = part === 'header' ? part : `${part}.${at}`;
  return {
    part,
    at,
    label: label || undefined,
    id: id || undefined,
    more,
    refuse: (problem, hint) => invalidDesign(path, `the label ${problem}`, hint),
  };
}
