/** The fields of a result, for Zapier's editor: declared fields, and fields of the chosen template. */

import type { PlainOutputField, Bundle, ZObject } from 'zapier-platform-core';

import {
  type Output,
  type OutputField,
  type OutputFields,
  flatFields,
  flattened,
  valueKey,
} from '../../shared/fields/output';
import type { TemplateFeature } from '../../shared/fields';
import type { Context } from '../../shared/operations/context';
import { compact, pick } from '../../shared/runtime/records';
import { chosenTemplateId, hasFeature, withStepContext } from '../transport/stepContext';

/**
 * The output fields of an operation or trigger. Zapier's keys for nested values are `a__b` in an object and `a[]b` in
 * the entries of a list. Field values, whose keys depend on the template, are omitted: Zapier takes them from the
 * result.
 */
export function buildOutputFields(fields: OutputFields): PlainOutputField[] {
  return allFields(fields).flatMap(({ feature, field }) => (feature === undefined ? [field] : []));
}

/** A field, and the template feature that results with it require. */
interface BuiltField {
  feature: TemplateFeature | undefined;
  field: PlainOutputField;
}

function allFields(fields: OutputFields): BuiltField[] {
  return Object.entries(flatFields(fields)).flatMap(([key, field]) =>
    buildFields(key, field, field.label, true),
  );
}

/** @param isParentRequired whether every result has the object that contains the field */
function buildFields(
  key: string,
  field: OutputField,
  label: string,
  isParentRequired: boolean,
): BuiltField[] {
  const required = isParentRequired && field.always === true;
  const { type, forFeature: feature } = field;
  if (type === 'object') return nestedFields(`${key}__`, field, label, required);
  if (type === 'list') {
    return field.fields
      ? nestedFields(`${key}[]`, field, label, false)
      : [{ feature, field: { key, label, list: true } }];
  }
  return [{ feature, field: { key, label, type, ...(required ? { required } : {}) } }];
}

function nestedFields(
  prefix: string,
  { fields = {} }: OutputField,
  label: string,
  isRequired: boolean,
): BuiltField[] {
  return Object.entries(flatFields(fields)).flatMap(([key, field]) =>
    buildFields(prefix + key, field, `${label}: ${field.label}`, isRequired),
  );
}

/** The declared fields of a sample, which a person can map before the step was tested. */
export function buildSample(sample: Output, fields: OutputFields): Output {
  const flat = flattened(sample, fields);
  return compact(pick(flat, Object.keys(flatFields(fields))));
}

type OutputFieldFunction = (z: ZObject, bundle: Bundle) => Promise<PlainOutputField[]>;

/**
 * The fields that depend on the chosen template: labels of its field values, e.g. `Member` instead of `Account Name`,
 * and fields that only templates with a feature have. Errors are ignored, because only labels depend on it.
 */
export function dynamicOutputFields(fields: OutputFields): OutputFieldFunction[] {
  const groups = valueGroups(fields);
  if (groups.length === 0) return [];
  return [
    async (z, bundle) => {
      const templateId = chosenTemplateId(bundle.inputData);
      if (templateId === undefined) return [];
      const fieldsOf = async (context: Context) => {
        const templateFields = (await context.templates.fields(templateId)) ?? [];
        const labels: PlainOutputField[] = groups.flatMap(({ valueGroup, label, toKey }) =>
          templateFields.flatMap((field) =>
            field.valueGroup === valueGroup && hasPlainKey(field.id)
              ? [{ key: toKey(field.id), label: `${label}${field.label}` }]
              : [],
          ),
        );
        for (const { feature, field } of allFields(fields)) {
          if (feature && (await hasFeature(context, templateId, feature))) labels.push(field);
        }
        return labels;
      };
      return await withStepContext(z, bundle, fieldsOf).catch(() => []);
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
