import type { ServiceError } from '../errors/serviceError';
import { invalidInput } from '../errors/serviceError';
import type { FieldPart, TemplateDesign } from './design';
import { FIELD_PARTS, shownFields } from './design';
import type { DraftField } from './designFieldIds';
import { assignFieldIds, needsCurrentFieldIds } from './designFieldIds';
import { IMAGE_KEYS } from './designImages';
import { invalidDesign } from './expertDesign';
import type { BarcodeType } from './vocabulary';

/** One row as a person fills it in: up to three fields, by column. */
export interface RowInput {
  firstLabel?: string;
  firstId?: string;
  secondLabel?: string;
  secondId?: string;
  thirdLabel?: string;
  thirdId?: string;
}

/** What a person changes in a design. Everything is optional. */
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
 * The `pass` object of a create or change request, without its images. Every field is sent with its
 * ID: without one the service derives it from the label, and a new label would orphan every value.
 * @param current the design that is changed; needed if {@link needsCurrentDesign}
 * @throws {ServiceError} `invalidInput`
 */
export function designChanges(
  input: DesignInput,
  current?: TemplateDesign,
): Record<string, unknown> {
  const { backgroundColor, textColor, labelColor, stampCount, useStampCollection } = input;
  const barcode = given(input.barcode);
  return {
    ...otherKeys(input.designJson),
    ...fieldParts(draftOf(input), current),
    ...present({ backgroundColor, textColor, labelColor, barcodeType: given(input.barcodeType) }),
    // These colors show only while the automatic ones are off.
    ...(textColor || labelColor ? { adjustTextColor: false } : {}),
    ...(barcode === undefined ? {} : { barcode: barcode === 'show' }),
    ...(stampCount === undefined ? {} : { useStampCollection: true, stampCount }),
    ...(useStampCollection === 'turnOff' ? { useStampCollection: false } : {}),
  };
}

/**
 * Whether the current design decides which field keeps which ID.
 * @throws {ServiceError} `invalidInput` for a row without any label, or an ID without a label
 */
export function needsCurrentDesign(input: DesignInput): boolean {
  return needsCurrentFieldIds(Object.values(draftOf(input)).flat(2));
}

function given<T extends string>(choice: 'keep' | T | undefined): T | undefined {
  return choice === 'keep' ? undefined : choice;
}

function present(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** The keys of a design that are sent as they are. */
function otherKeys(design: Record<string, unknown> = {}): Record<string, unknown> {
  const special: readonly string[] = [...FIELD_PARTS, ...IMAGE_KEYS];
  return Object.fromEntries(Object.entries(design).filter(([key]) => !special.includes(key)));
}

/** A field to be sent, with the keys of Design (JSON) that this connector does not know. */
type Draft = DraftField & { more?: Record<string, unknown> };
/** The fields of a design by part, shaped as they are sent. Absent parts stay as they are. */
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
    return { ...more, ...present({ id: ids.get(field), label }) };
  };
  const { header, rows, linkRows } = draft;
  return present({
    header: header && entry(header),
    rows: rows?.map((row) => row.map(entry)),
    linkRows: linkRows?.map(entry),
  });
}

/** Single inputs win over Design (JSON), part by part. */
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
            refuse: refuser('Header Label', 'headerLabel'),
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
            refuse: refuser('Label', 'label', `Back Field ${i + 1}`),
          })),
        }),
  };
}

const COLUMNS = [
  { label: 'First Label', labelKey: 'firstLabel', idKey: 'firstId' },
  { label: 'Second Label', labelKey: 'secondLabel', idKey: 'secondId' },
  { label: 'Third Label', labelKey: 'thirdLabel', idKey: 'thirdId' },
] as const;

/** Empty columns are kept between fields, not after the last one. */
function rowDraft(row: RowInput, r: number): Draft[] {
  const entry = `Row ${r + 1}`;
  const columns = COLUMNS.map(({ label, labelKey, idKey }, c): Draft => {
    const refuse = refuser(label, labelKey, entry);
    const column = { label: row[labelKey], id: row[idKey] };
    if (column.label === undefined && column.id !== undefined) {
      throw refuse('is empty', 'Give the field a label, or remove its field ID.');
    }
    return { part: 'rows', at: `${r}.${c}`, ...column, refuse };
  });
  const last = columns.findLastIndex(({ label }) => label !== undefined);
  if (last >= 0) return columns.slice(0, last + 1);
  // Sent empty, it would clear a row on every card.
  throw refuser(
    'First Label',
    'firstLabel',
    entry,
  )(
    'is empty, and so are the other labels of this row',
    'Give at least one label, or remove the row.',
  );
}

function refuser(label: string, key: string, entry?: string): DraftField['refuse'] {
  return (problem, hint): ServiceError => {
    const refusal = invalidInput(label, key, problem, hint);
    return entry === undefined
      ? refusal
      : refusal.with({ message: `${entry}: ${refusal.message}` });
  };
}

/** The fields of a design that has passed `checkExpertDesign`. */
function jsonDraft(design: Record<string, unknown> = {}): DesignDraft {
  const { header, rows, linkRows } = design as {
    header?: JsonField;
    rows?: JsonField[][];
    linkRows?: JsonField[];
  };
  return {
    // The service merges the headline: an empty one changes nothing.
    ...(header && Object.values(header).some(Boolean)
      ? { header: jsonField('header', '0', header) }
      : {}),
    ...(rows && {
      rows: rows.map((row, r) => row.map((column, c) => jsonField('rows', `${r}.${c}`, column))),
    }),
    ...(linkRows && { linkRows: linkRows.map((one, i) => jsonField('linkRows', String(i), one)) }),
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
