import type { Bundle, PlainOutputField, ZObject } from 'zapier-platform-core';

import type { OutputField, OutputFields } from '../../shared/fields/output';
import { withSession } from '../transport/session';

type OutputFieldFunction = (z: ZObject, bundle: Bundle) => Promise<PlainOutputField[]>;

/**
 * Labels the field values of a result with the labels of the chosen template, e.g. `Member` instead of
 * `Template Fields Account Name`. Errors are ignored, because only labels depend on it.
 */
export function dynamicOutputFields(fields: OutputFields): OutputFieldFunction[] {
  const groups = valueGroups(fields);
  if (groups.length === 0) return [];
  return [
    async (z, bundle) => {
      const templateId = bundle.inputData.templateId;
      if (typeof templateId !== 'string' || templateId === '') return [];
      const templateFields = await withSession(z, bundle, ({ templates }) =>
        templates.fields(templateId),
      ).catch(() => undefined);
      return groups.flatMap(({ key, label, owner }) =>
        (templateFields ?? []).flatMap((field) =>
          field.owner === owner && hasPlainKey(field.id)
            ? [{ key: `${key}__${field.id}`, label: `${label}${field.label}` }]
            : [],
        ),
      );
    },
  ];
}

/** An object with a value for each field of a template. */
interface ValueGroup {
  key: string;
  /** Precedes the label of each field: empty, or the label of the list that contains the object. */
  label: string;
  owner: NonNullable<OutputField['values']>;
}

/** The value groups of a result and of the entries of its lists, with Zapier's keys. */
function valueGroups(fields: OutputFields): ValueGroup[] {
  return Object.entries(fields).flatMap(([key, { values, type, fields: parts = {}, label }]) => {
    if (values !== undefined) return [{ key, label: '', owner: values }];
    if (type !== 'list') return [];
    return valueGroups(parts).map((group) => ({
      ...group,
      key: `${key}[]${group.key}`,
      label: `${label}: ${group.label}`,
    }));
  });
}

/** Whether the ID contains none of Zapier's separators of nested keys. */
function hasPlainKey(id: string): boolean {
  return !id.includes('__') && !id.includes('[]');
}
