import type { Bundle, PlainOutputField, ZObject } from 'zapier-platform-core';

import { type OutputField, type OutputFields, valueKey } from '../../shared/fields/output';
import { chosenTemplateId } from '../transport/chosenTemplate';
import { withStepContext } from '../transport/stepContext';

type OutputFieldFunction = (z: ZObject, bundle: Bundle) => Promise<PlainOutputField[]>;

/**
 * Labels the field values of a result with the labels of the chosen template, e.g. `Member` instead of
 * `Account Name`. Errors are ignored, because only labels depend on it.
 */
export function dynamicOutputFields(fields: OutputFields): OutputFieldFunction[] {
  const groups = valueGroups(fields);
  if (groups.length === 0) return [];
  return [
    async (z, bundle) => {
      const templateId = chosenTemplateId(bundle.inputData);
      if (templateId === undefined) return [];
      const templateFields = await withStepContext(z, bundle, ({ templates }) =>
        templates.fields(templateId),
      ).catch(() => undefined);
      return groups.flatMap(({ valueGroup, label, toKey }) =>
        (templateFields ?? []).flatMap((field) =>
          field.valueGroup === valueGroup && hasPlainKey(field.id)
            ? [{ key: toKey(field.id), label: `${label}${field.label}` }]
            : [],
        ),
      );
    },
  ];
}

/** A group of field values in the output. */
interface OutputGroup {
  valueGroup: NonNullable<OutputField['valueGroup']>;
  /** Precedes the label of each field: empty, or the label of the list that contains the values. */
  label: string;
  /** Zapier's key of a value. */
  toKey: (fieldId: string) => string;
}

/** The groups of field values in a result and in the entries of its lists. */
function valueGroups(fields: OutputFields): OutputGroup[] {
  return Object.entries(fields).flatMap(
    ([key, { valueGroup, type, fields: parts = {}, label }]): OutputGroup[] => {
      if (valueGroup !== undefined) {
        return [{ valueGroup, label: '', toKey: (id) => valueKey(key, id, fields) }];
      }
      if (type !== 'list') return [];
      return valueGroups(parts).map((group) => ({
        ...group,
        label: `${label}: ${group.label}`,
        toKey: (id) => `${key}[]${group.toKey(id)}`,
      }));
    },
  );
}

/** Whether the ID contains none of Zapier's separators of nested keys. */
function hasPlainKey(id: string): boolean {
  return !id.includes('__') && !id.includes('[]');
}
