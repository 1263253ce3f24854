import { z } from 'zod';

import type { Template } from './schemas';
import { inWords } from './text';
import type { TemplateType } from './vocabulary';
import { PASS_TYPE_FIELDS } from './vocabulary';

/** One field of a template that can hold a value. */
export interface DesignField {
  /** Key of the value, kept exactly as the template has it. */
  id: string;
  /** What the designer called it; the ID if there is no label. */
  label: string;
  /** `passType`: read only from `templateFields`. `designer`: read from `customFields`. */
  owner: 'passType' | 'designer';
  /** Where the card shows it; `none` for a pass-type field that the design leaves out. */
  place: 'header' | 'row' | 'back' | 'none';
}

export interface Design {
  /** False if `pass` could not be read: then any key is accepted as it is. */
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

/** The `pass` object of a template, as far as this connector reads it; all other keys are kept. */
export type TemplateDesign = z.infer<typeof designSchema>;

/** The parts of a design that hold fields. A change replaces `rows` and `linkRows` as a whole. */
export const FIELD_PARTS = ['header', 'rows', 'linkRows'] as const;
export type FieldPart = (typeof FIELD_PARTS)[number];

/** A field where the card shows it. */
export interface ShownField {
  part: FieldPart;
  /** Position in its part: `1.0` is the first column of the second row. */
  at: string;
  id: string;
  label: string;
}

/**
 * Reads the fields of a template out of its `pass` design: `header`, `rows`, `linkRows`, then the
 * type's own fields that the design does not show. An ID that is shown twice counts once.
 */
export function readDesign(template: Template): Design {
  const design = parsedDesign(template);
  const own = ownFields(template.type);
  const hidden = own.map((id) => ownField(id, 'none'));
  if (!design) return { readable: false, fields: hidden };

  const { useStampCollection, stampCount } = design;
  const shown = shownFields(design).map(({ part, id, label }): DesignField => {
    const owner = own.includes(id) ? 'passType' : 'designer';
    return { id, label, owner, place: PLACES[part] };
  });
  return {
    readable: true,
    fields: uniqueById([...shown, ...hidden]),
    stampCount: useStampCollection ? (stampCount ?? undefined) : undefined,
  };
}

const PLACES = { header: 'header', rows: 'row', linkRows: 'back' } as const;

/** The design of a template as an object; `undefined` if it cannot be read. */
export function parsedDesign({ pass }: Template): TemplateDesign | undefined {
  return designSchema.safeParse(designObject(pass)).data;
}

/** The fields that a design shows, in the order of the card. Empty columns (`{}`) are skipped. */
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

/** Fields that belong to the template's type; none for a type this connector does not know. */
export function ownFields(type: string): readonly string[] {
  return Object.hasOwn(PASS_TYPE_FIELDS, type) ? PASS_TYPE_FIELDS[type as TemplateType] : [];
}

function designObject(pass: Template['pass']): unknown {
  if (typeof pass !== 'string') return pass;
  try {
    return JSON.parse(pass) as unknown;
  } catch {
    return undefined;
  }
}

function ownField(id: string, place: DesignField['place']): DesignField {
  return { id, label: inWords(id), owner: 'passType', place };
}

function uniqueById(fields: DesignField[]): DesignField[] {
  const byId = new Map<string, DesignField>();
  for (const field of fields) if (!byId.has(field.id)) byId.set(field.id, field);
  return [...byId.values()];
}
