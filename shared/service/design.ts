import { z } from 'zod';

import type { Template } from './schemas';
import { inWords } from './text';
import type { TemplateType } from './vocabulary';
import { PASS_TYPE_FIELDS } from './vocabulary';

/** One field of a template that can hold a value. */
export interface DesignField {
  /** Key of the value, kept exactly (spec, field-value rule 1). */
  id: string;
  /** What the designer called it; the ID where there is no label. */
  label: string;
  /** `passType`: read only from `templateFields`. `designer`: read from `customFields` (rule 2). */
  owner: 'passType' | 'designer';
  /** Where it shows; `none` for a pass-type field that the design leaves out. */
  place: 'header' | 'row' | 'back' | 'none';
}

export interface Design {
  /** False where `pass` could not be read: then any key is accepted as it is (trap 134). */
  readable: boolean;
  fields: DesignField[];
  /** Size of the stamp card; `undefined` where the template is none (trap 72). */
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

/**
 * Reads the fields of a template out of its `pass` design: `header`, `rows`, `linkRows`, then the
 * type's own fields that the design does not show. Empty columns (`{}`) are skipped, an ID that
 * stands twice counts once (trap 93).
 */
export function readDesign(template: Template): Design {
  const design = designSchema.safeParse(designObject(template.pass));
  const own = ownFields(template.type);
  if (!design.success) return { readable: false, fields: own.map((id) => ownField(id, 'none')) };

  const { header, rows, linkRows, useStampCollection, stampCount } = design.data;
  const shown = [
    ...placed([header], 'header'),
    ...placed((rows ?? []).flat(), 'row'),
    ...placed((linkRows ?? []).flat(), 'back'),
  ].map((field) => (own.includes(field.id) ? { ...field, owner: 'passType' as const } : field));
  const hidden = own.map((id) => ownField(id, 'none'));
  return {
    readable: true,
    fields: uniqueById([...shown, ...hidden]),
    stampCount: useStampCollection ? (stampCount ?? undefined) : undefined,
  };
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

function placed(entries: unknown[], place: DesignField['place']): DesignField[] {
  return entries.flatMap((entry) => {
    const field = fieldObject.safeParse(entry);
    if (!field.success) return [];
    const { id, label } = field.data;
    return [{ id, label: label?.trim() || id, owner: 'designer' as const, place }];
  });
}

function ownField(id: string, place: DesignField['place']): DesignField {
  return { id, label: inWords(id), owner: 'passType', place };
}

function uniqueById(fields: DesignField[]): DesignField[] {
  const byId = new Map<string, DesignField>();
  for (const field of fields) if (!byId.has(field.id)) byId.set(field.id, field);
  return [...byId.values()];
}
