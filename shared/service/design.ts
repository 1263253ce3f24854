import { z } from 'zod';

import { parseJson } from '../runtime/parseJson';
import type { Template } from './schemas';
import { inWords } from './text';
import type { TemplateType } from './vocabulary';
import { PASS_TYPE_FIELDS } from './vocabulary';

/** A field of a template. */
export interface DesignField {
  /** Key of the value, exactly as in the template. */
  id: string;
  /** The designer's label; the ID if there is none. */
  label: string;
  /** `passType`: the service reads it only from `templateFields`. `designer`: from `customFields`. */
  owner: 'passType' | 'designer';
  /** Its place on the card; `none` for a pass-type field that the design does not show. */
  place: 'header' | 'row' | 'back' | 'none';
}

export interface Design {
  /** False if `pass` could not be parsed; then every key is accepted unchanged. */
  readable: boolean;
  fields: DesignField[];
  /** Size of the stamp card; `undefined` if the template is not a stamp card. */
  stampCount?: number;
}

const fieldObject = z.object({ id: z.string().min(1), label: z.string().nullish() }).passthrough();

const designSchema = z
  .object({
    header: z.unknown(),
    rows: z.array(z.unknown()).nullish(),
    linkRows: z.array(z.unknown()).nullish(),
    useStampCollection: z.boolean().nullish(),
    stampCount: z.number().nullish(),
  })
  .passthrough();

/** The parts of a template's `pass` object that this connector reads; other keys are kept. */
export type TemplateDesign = z.infer<typeof designSchema>;

/** Parts of a design with fields. An update replaces `rows` and `linkRows` as a whole. */
export const FIELD_PARTS = ['header', 'rows', 'linkRows'] as const;
export type FieldPart = (typeof FIELD_PARTS)[number];

/** A field and its place on the card. */
export interface ShownField {
  part: FieldPart;
  /** Position in its part: `1.0` is the first column of the second row. */
  at: string;
  id: string;
  label: string;
}

/**
 * Parses the fields of a template from its `pass` design: `header`, `rows`, `linkRows`, then the
 * pass-type fields that the design does not show. A field that is shown twice is returned once.
 */
export function readDesign(template: Template): Design {
  const design = parsedDesign(template);
  const typeFieldIds = passTypeFieldIds(template.type);
  const typeFields = typeFieldIds.map(typeField);
  if (!design) return { readable: false, fields: typeFields };

  const { useStampCollection, stampCount } = design;
  const shown = shownFields(design).map(({ part, id, label }): DesignField => {
    const owner = typeFieldIds.includes(id) ? 'passType' : 'designer';
    return { id, label, owner, place: PLACES[part] };
  });
  return {
    readable: true,
    fields: uniqueById([...shown, ...typeFields]),
    stampCount: useStampCollection ? (stampCount ?? undefined) : undefined,
  };
}

const PLACES = { header: 'header', rows: 'row', linkRows: 'back' } as const;

/** The design of a template as an object; `undefined` if it cannot be parsed. */
export function parsedDesign({ pass }: Template): TemplateDesign | undefined {
  return designSchema.safeParse(designObject(pass)).data;
}

/** The fields that a design shows, in the order of the card, without empty columns (`{}`). */
export function shownFields({ header, rows, linkRows }: TemplateDesign): ShownField[] {
  return [
    ...fieldAt('header', '0', header),
    ...(rows ?? []).flatMap((row, r) =>
      [row].flat().flatMap((column, c) => fieldAt('rows', `${r}.${c}`, column)),
    ),
    ...(linkRows ?? []).flat().flatMap((one, i) => fieldAt('linkRows', String(i), one)),
  ];
}

function fieldAt(part: FieldPart, at: string, entry: unknown): ShownField[] {
  const field = fieldObject.safeParse(entry).data;
  if (!field) return [];
  const { id, label } = field;
  return [{ part, at, id, label: label?.trim() || id }];
}

const ALL_TYPE_FIELDS = new Set(Object.values(PASS_TYPE_FIELDS).flat());

/** Whether a field of this ID belongs to some type of pass. */
export function isPassTypeField(id: string): boolean {
  return ALL_TYPE_FIELDS.has(id);
}

/** IDs of the fields of a template type; none for an unknown type. */
export function passTypeFieldIds(type: string): readonly string[] {
  return Object.hasOwn(PASS_TYPE_FIELDS, type) ? PASS_TYPE_FIELDS[type as TemplateType] : [];
}

function designObject(pass: Template['pass']): unknown {
  return typeof pass === 'string' ? parseJson(pass) : pass;
}

function typeField(id: string): DesignField {
  return { id, label: inWords(id), owner: 'passType', place: 'none' };
}

function uniqueById(fields: DesignField[]): DesignField[] {
  const byId = new Map<string, DesignField>();
  for (const field of fields) if (!byId.has(field.id)) byId.set(field.id, field);
  return [...byId.values()];
}
