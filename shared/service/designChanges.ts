import type { ServiceFailure } from '../http/failures';
import { invalidInput } from '../http/failures';
import type { Design } from './design';
import { isFileRef } from './expertDesign';
import { shortened } from './text';
import { LIMITS } from './vocabulary';

/** A field as the design holds it. `{}` is an empty column. */
export type DesignEntry = { id: string; label: string } | Record<string, never>;

/** One row as a person fills it in: up to three fields, told apart by their place. */
export interface RowInput {
  firstLabel?: string;
  firstId?: string;
  secondLabel?: string;
  secondId?: string;
  thirdLabel?: string;
  thirdId?: string;
}

export interface PlaceInput {
  latitude: number;
  longitude: number;
  relevantText?: string;
}

/** What a person changes of a design without writing JSON. Everything is optional. */
export interface DesignInput {
  backgroundColor?: string;
  textColor?: string;
  labelColor?: string;
  headerLabel?: string;
  headerId?: string;
  rows: RowInput[];
  linkRows: { label: string; id?: string }[];
  barcode?: 'show' | 'hide';
  barcodeType?: string;
  stampCount?: number;
  designJson?: Record<string, unknown>;
}

/** Design keys that hold images: a file ID goes in, URLs come out (trap 91). */
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

/**
 * The `pass` object of a create or change request. Field IDs are always sent: without one the
 * service derives it from the label, and the next change of the label orphans every value (trap 93).
 * @param current design of the template that is changed; a field whose label stays keeps its ID
 * @throws {import('../http/failures').ServiceFailure} `invalidInput`
 */
export function designChanges(
  input: DesignInput,
  current: Design | undefined,
): Record<string, unknown> {
  const ids = new FieldIds(current, input);
  const { backgroundColor, textColor, labelColor, barcode, barcodeType, stampCount } = input;
  const changes = {
    ...expertChanges(input.designJson, ids),
    ...given({ backgroundColor, textColor, labelColor, barcodeType }),
    // Own colours count only while the automatic ones are off (trap 94).
    ...(textColor || labelColor ? { adjustTextColor: false } : {}),
    ...(barcode === undefined ? {} : { barcode: barcode === 'show' }),
    ...(stampCount === undefined ? {} : stampCard(stampCount)),
    ...(input.headerLabel === undefined
      ? {}
      : { header: ids.header(input.headerLabel, input.headerId) }),
    ...(input.rows.length === 0 ? {} : { rows: input.rows.map((row) => rowEntries(row, ids)) }),
    ...(input.linkRows.length === 0
      ? {}
      : { linkRows: input.linkRows.map(({ label, id }) => ids.entry(label, id)) }),
  };
  refuseRepeatedIds(changes);
  return changes;
}

/** Two fields of one ID would share their values. */
function refuseRepeatedIds(design: Record<string, unknown>): void {
  const seen = new Set<unknown>();
  for (const field of expertFields(design)) {
    if (typeof field !== 'object' || field === null || !('id' in field)) continue;
    if (seen.has(field.id)) throw twice(String(field.id));
    seen.add(field.id);
  }
}

function twice(id: string): ServiceFailure {
  return invalidInput(
    'Field ID',
    'id',
    `'${shortened(id)}' stands twice in the design`,
    'Give every field an ID of its own.',
  );
}

/** Whether a field is given without its ID, so that the current design decides which one it keeps. */
export function leavesIdsOpen(input: DesignInput): boolean {
  const columns = input.rows.flatMap((row) => columnsOf(row));
  const fields = [...columns, ...input.linkRows, { label: input.headerLabel, id: input.headerId }];
  return (
    fields.some(({ label, id }) => label !== undefined && id === undefined) ||
    expertFields(input.designJson).some(isWithoutId)
  );
}

/**
 * A design as it was read, made fit to be sent again: images that are URLs stay as they are on the
 * template, so they are left out (trap 91); fields get their IDs (trap 93).
 */
function expertChanges(
  design: Record<string, unknown> = {},
  ids: FieldIds,
): Record<string, unknown> {
  const images: readonly string[] = IMAGE_KEYS;
  return Object.fromEntries(
    Object.entries(design)
      .filter(([key, value]) => !images.includes(key) || isFileRef(value))
      .map(([key, value]) => [key, FIELD_KEYS.includes(key) ? withIds(value, ids) : value]),
  );
}

/** Design keys that hold fields. */
const FIELD_KEYS: readonly string[] = ['header', 'rows', 'linkRows'];

function expertFields(design: Record<string, unknown> = {}): unknown[] {
  return FIELD_KEYS.flatMap((key) => [design[key]].flat(2));
}

function isWithoutId(field: unknown): field is { label: string } {
  if (typeof field !== 'object' || field === null || !('label' in field)) return false;
  return typeof field.label === 'string' && (!('id' in field) || !field.id);
}

function withIds(part: unknown, ids: FieldIds): unknown {
  if (Array.isArray(part)) return part.map((one) => withIds(one, ids));
  return isWithoutId(part) ? { ...part, id: ids.idFor(part.label) } : part;
}

function stampCard(stampCount: number): Record<string, unknown> {
  return stampCount === 0
    ? { useStampCollection: false }
    : { useStampCollection: true, stampCount };
}

function rowEntries(row: RowInput, ids: FieldIds): DesignEntry[] {
  const columns = columnsOf(row);
  const last = columns.findLastIndex(({ label }) => label !== undefined);
  return columns
    .slice(0, Math.min(last + 1, LIMITS.fieldsPerRow))
    .map(({ label, id }): DesignEntry => (label === undefined ? {} : ids.entry(label, id)));
}

function columnsOf(row: RowInput): { label?: string; id?: string }[] {
  return [
    { label: row.firstLabel, id: row.firstId },
    { label: row.secondLabel, id: row.secondId },
    { label: row.thirdLabel, id: row.thirdId },
  ];
}

/** Gives every field an ID. */
class FieldIds {
  private readonly byLabel: Map<string, string>;
  private readonly currentHeader: string | undefined;

  constructor(current: Design | undefined, { rows, linkRows }: DesignInput) {
    const shown = (current?.fields ?? []).filter(({ place }) => place !== 'none');
    this.byLabel = new Map(shown.map(({ id, label }) => [label.toLowerCase(), id]));
    const header = shown.find(({ place }) => place === 'header');
    const elsewhere = [...rows.flatMap((row) => columnsOf(row)), ...linkRows].some(
      ({ label, id }) =>
        id === header?.id || label?.trim().toLowerCase() === header?.label.toLowerCase(),
    );
    this.currentHeader = elsewhere ? undefined : header?.id;
  }

  /** As it stands on the template, else as the service derives it from the label. */
  idFor(label: string): string {
    const id = this.byLabel.get(label.trim().toLowerCase()) ?? camelCase(label);
    if (id !== '') return id;
    throw invalidInput(
      'Label',
      'label',
      `gives no field ID: '${shortened(label)}'`,
      "Give a 'Field ID' of letters and digits.",
    );
  }

  /** There is one headline: a new label for it is a new name of the same field, unless that moves. */
  header(label: string, id: string | undefined): DesignEntry {
    const known = this.byLabel.get(label.trim().toLowerCase());
    return this.entry(label, id ?? known ?? this.currentHeader);
  }

  entry(label: string, id: string | undefined): DesignEntry {
    return { id: id ?? this.idFor(label), label };
  }
}

/** As the service derives it: `Member number` -> `memberNumber` (spec, Field object). */
export function camelCase(label: string): string {
  const words = label
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  return words
    .map((word, i) =>
      i === 0
        ? word.charAt(0).toLowerCase() + word.slice(1)
        : word.charAt(0).toUpperCase() + word.slice(1),
    )
    .join('');
}

function given(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
