import type { Bundle, PlainOutputField, ZObject } from 'zapier-platform-core';

import type { OutputField, OutputFields } from '../../shared/fields/output';
import { withSession } from '../transport/session';

type OutputFieldFunction = (z: ZObject, bundle: Bundle) => Promise<PlainOutputField[]>;

/**
 * Labels the field values of a result with the labels of the chosen template, e.g. `Member` instead of
 * `Template Fields Account Name`. Errors are ignored, because only labels depend on it.
 */
export function dynamicOutputFields(fields: OutputFields): OutputFieldFunction[] {
  const objects = valueObjects(fields);
  if (objects.length === 0) return [];
  return [
    async (z, bundle) => {
      const templateId = bundle.inputData.templateId;
      if (typeof templateId !== 'string' || templateId === '') return [];
      const templateFields = await withSession(z, bundle, ({ templates }) =>
        templates.fields(templateId),
      ).catch(() => undefined);
      return objects.flatMap(({ key, label, valueGroup }) =>
        (templateFields ?? []).flatMap((field) =>
          field.valueGroup === valueGroup && hasPlainKey(field.id)
            ? [{ key: `${key}__${field.id}`, label: `${label}${field.label}` }]
            : [],
        ),
      );
    },
  ];
}

/** An object of field values in the output. */
interface ValueObject {
  key: string;
  /** Precedes the label of each field: empty, or the label of the list that contains the object. */
  label: string;
  valueGroup: NonNullable<OutputField['valueGroup']>;
}

/** The field values of a result and of the entries of its lists, with Zapier's keys. */
function valueObjects(fields: OutputFields): ValueObject[] {
  return Object.entries(fields).flatMap(
    ([key, { valueGroup, type, fields: parts = {}, label }]) => {
      if (valueGroup !== undefined) return [{ key, label: '', valueGroup }];
      if (type !== 'list') return [];
      return valueObjects(parts).map((object) => ({
        ...object,
        key: `${key}[]${object.key}`,
        label: `${label}: ${object.label}`,
      }));
    },
  );
}

/** Whether the ID contains none of Zapier's separators of nested keys. */
function hasPlainKey(id: string): boolean {
  return !id.includes('__') && !id.includes('[]');
}
