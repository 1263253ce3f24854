/** The design of a template, read from its `pass` object, and the kinds of fields it has. */

import { z } from 'zod';

import { compact, parseJson } from '../runtime/records';
import { trimmed } from '../service/text';
import { inWords } from '../service/wording';
import { type TemplateType, PASS_TYPE_FIELDS } from '../service/vocabulary';

/**
 * The object of a request that holds the value of a field. The service reads the fields of the pass type
 * only from `templateFields`; the fields added in the designer go to `customFields`.
 */
export type ValueGroup = 'templateFields' | 'customFields';

/** A field of a template. */
export interface DesignField {
  /** Key of the value, exactly as in the template. */
  id: string;
  /** The designer's label; the ID if there is none. */
  label: string;
  valueGroup: ValueGroup;
  /** Its place on the card; `none` for a pass-type field that the design does not show. */
  place: 'header' | 'row' | 'back' | 'none';
}

/** The design of a template, read once: what the card shows, and which values a pass has. */
export interface Design {
  /** Type of the template. */
  type: string;
  /** The parsed JSON of the template; `undefined` if it cannot be parsed. */
  json?: TemplateDesign;
  /** The fields in all their places, in the order of the card. */
  shown: ShownField[];
  /** Each field once: the fields of the card, then the fields of the pass type that it does not show. */
  fields: DesignField[];
  /** Size of the stamp card; `undefined` if the template is not a stamp card. */
  stampCount?: number;
}

/** The part of a design that is used to route values and name fields. */
export type DesignFields = Pick<Design, 'fields'>;

/**
 * Without an ID and a label, it is an empty column. Any value that is not a field is treated as one, too, so that it
 * does not hide the other fields.
 */
const entrySchema = z
  .object({ id: z.string().nullish(), label: z.string().nullish() })
  .passthrough()
  .catch({});

/** An entry of a part of a design; other keys are kept. */
export type DesignEntry = z.infer<typeof entrySchema>;

const designSchema = z
  .object({
    header: entrySchema.nullish(),
    rows: z.array(z.array(entrySchema).catch([])).nullish(),
    linkRows: z.array(entrySchema).nullish(),
    useStampCollection: z.boolean().nullish(),
    stampCount: z.number().nullish(),
  })
  .passthrough();

/** The parts of a template's `pass` object that this connector reads; other keys are kept. */
export type TemplateDesign = z.infer<typeof designSchema>;

/** Parts of a design with fields. An update replaces `rows` and `linkRows` as a whole. */
export const FIELD_PARTS = ['header', 'rows', 'linkRows'] as const;
export type FieldPart = (typeof FIELD_PARTS)[number];

/** Where a field is in a design. */
export interface FieldPosition {
  part: FieldPart;
  /** `rows.1.0` is the first column of the second row. */
  path: string;
}

/** The parts of a design with its fields. */
export interface FieldParts<T> {
  header?: T | null;
  rows?: T[][] | null;
  linkRows?: T[] | null;
}

/** Maps the fields of each part. A missing part stays missing. */
export function mapFields<T, R>(
  { header, rows, linkRows }: FieldParts<T>,
  map: (field: T, position: FieldPosition) => R,
): FieldParts<R> {
  return compact({
    header: header ? map(header, { part: 'header', path: 'header' }) : undefined,
    rows: rows?.map((row, r) =>
      row.map((field, c) => map(field, { part: 'rows', path: `rows.${r}.${c}` })),
    ),
    linkRows: linkRows?.map((field, i) => map(field, { part: 'linkRows', path: `linkRows.${i}` })),
  });
}

/** The fields one after another: header, rows, back. */
export function listFields<T>({ header, rows, linkRows }: FieldParts<T>): T[] {
  return [...(header ? [header] : []), ...(rows ?? []).flat(), ...(linkRows ?? [])];
}

/** A field that a design shows. */
export interface ShownField extends FieldPosition {
  id: string;
  label: string;
}

const PLACES = { header: 'header', rows: 'row', linkRows: 'back' } as const;

/** Reads a template, whose design is JSON, or a draft of a template. */
export function readDesign({ type, pass }: { type: string; pass: unknown }): Design {
  const json = designSchema.safeParse(typeof pass === 'string' ? parseJson(pass) : pass).data;
  const shown = json ? shownFields(json) : [];
  const typeFieldIds = passTypeFieldIds(type);
  const fields = new Map<string, DesignField>();
  const add = (id: string, label: string, place: DesignField['place']) => {
    if (fields.has(id)) return;
    const valueGroup = typeFieldIds.includes(id) ? 'templateFields' : 'customFields';
    fields.set(id, { id, label, valueGroup, place });
  };
  for (const { part, id, label } of shown) add(id, label, PLACES[part]);
  for (const id of typeFieldIds) add(id, inWords(id), 'none');
  const stampCount = json?.useStampCollection ? (json.stampCount ?? undefined) : undefined;
  return { type, json, shown, fields: [...fields.values()], stampCount };
}

/** {@link readDesign}; `undefined` if the design cannot be parsed. */
export function knownDesign(template: { type: string; pass: unknown }): Design | undefined {
  const design = readDesign(template);
  return design.json && design;
}

/** Skips empty columns (`{}`). */
function shownFields(design: TemplateDesign): ShownField[] {
  const entries = listFields(mapFields(design, (entry, position) => ({ ...entry, ...position })));
  return entries.flatMap(({ part, path, id, label }) =>
    id ? [{ part, path, id, label: trimmed(label ?? '') || id }] : [],
  );
}

/** IDs of the fields of a template type; none for an unknown type. */
export function passTypeFieldIds(type: string): readonly string[] {
  return Object.hasOwn(PASS_TYPE_FIELDS, type) ? PASS_TYPE_FIELDS[type as TemplateType] : [];
}

/** The validity of a pass, which every template has in addition to the fields of its design. */
const VALIDITY_FIELDS = [
  ofEveryPass('validFrom', 'Valid From'),
  ofEveryPass('validUntil', 'Valid Until'),
];

/** A value that a pass has even if its design does not show it. */
export function ofEveryPass(id: string, label: string): DesignField {
  return { id, label, valueGroup: 'templateFields', place: 'none' };
}

/** Whether this is the ID of a validity field, whose value is an exact time. */
export function isValidity(id: string): boolean {
  return VALIDITY_FIELDS.some((field) => field.id === id);
}

/** Fields of a design, with the validity of a pass. */
export function withValidity({ fields }: Design): DesignField[] {
  const ids = new Set(fields.map(({ id }) => id));
  return [...fields, ...VALIDITY_FIELDS.filter(({ id }) => !ids.has(id))];
}

/** The stamps of a pass. Its row has them outside of its field values. */
export const COLLECTED_STAMPS = ofEveryPass('collectedStamps', 'Collected Stamps');

/** Fields of a design, with the stamps of a stamp card: everything that can reach a value. */
export function withStamps({ fields, stampCount }: Design): DesignField[] {
  const isListed = stampCount === undefined || fields.some(({ id }) => id === COLLECTED_STAMPS.id);
  return isListed ? fields : [...fields, COLLECTED_STAMPS];
}

const ALL_TYPE_FIELDS = new Set(Object.values(PASS_TYPE_FIELDS).flat());

/** Whether a field of this ID belongs to some type of pass. */
export function isPassTypeField(id: string): boolean {
  return ALL_TYPE_FIELDS.has(id);
}

/**
 * Whether lists of passes certainly contain the field with this ID: fields of the pass type, and the validity. The
 * service does not document that its lists contain the fields that were added in the designer
 * (docs/service.md#list-passes).
 */
export function isAlwaysListed(id: string): boolean {
  return isPassTypeField(id) || isValidity(id);
}

/**
 * Keys that the service moves to a pass-type field, with the fields they can become
 * (docs/service.md#membername-and-memberid-move).
 */
export const ALIASES: ReadonlyMap<string, readonly string[]> = new Map([
  ['memberName', ['accountName', 'ticketHolderName']],
  ['memberId', ['accountId']],
]);
