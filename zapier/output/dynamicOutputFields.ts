import type { Bundle, PlainOutputField, ZObject } from 'zapier-platform-core';

import type { OutputFields } from '../../shared/fields/output';
import { withSession } from '../transport/session';

type OutputFieldFunction = (z: ZObject, bundle: Bundle) => Promise<PlainOutputField[]>;

/**
 * Labels the field values of a result with the labels of the chosen template, e.g. `Member` instead of
 * `Template Fields Account Name`. Errors are ignored, because only labels depend on it.
 */
export function dynamicOutputFields(fields: OutputFields): OutputFieldFunction[] {
  const groups = Object.entries(fields).flatMap(([key, { values }]) =>
    values === undefined ? [] : [{ key, owner: values }],
  );
  if (groups.length === 0) return [];
  return [
    async (z, bundle) => {
      const templateId = bundle.inputData.templateId;
      if (typeof templateId !== 'string' || templateId === '') return [];
      const templateFields = await withSession(z, bundle, ({ templates }) =>
        templates.fields(templateId),
      ).catch(() => undefined);
      return groups.flatMap(({ key, owner }) =>
        (templateFields ?? []).flatMap((field) =>
          field.owner === owner && hasPlainKey(field.id)
            ? [{ key: `${key}__${field.id}`, label: field.label }]
            : [],
        ),
      );
    },
  ];
}

/** Whether the ID contains none of Zapier's separators of nested keys. */
function hasPlainKey(id: string): boolean {
  return !id.includes('__') && !id.includes('[]');
}
