import type { Bundle, PlainOutputField, ZObject } from 'zapier-platform-core';

import type { OutputFields } from '../../shared/fields/output';
import { withSession } from '../transport/session';

type OutputFunction = (z: ZObject, bundle: Bundle) => Promise<PlainOutputField[]>;

/**
 * Names the field values in a result by the design of the chosen template: `Member` instead of
 * `Template Fields Account Name`. Only names depend on it, so an error is ignored.
 */
export function designOutputs(fields: OutputFields): OutputFunction[] {
  const groups = Object.entries(fields).flatMap(([key, { values }]) =>
    values === undefined ? [] : [{ key, owner: values }],
  );
  if (groups.length === 0) return [];
  return [
    async (z, bundle) => {
      const templateId = bundle.inputData.templateId;
      if (typeof templateId !== 'string' || templateId === '') return [];
      const named = await withSession(z, bundle, ({ templates }) =>
        templates.fields(templateId),
      ).catch(() => undefined);
      return groups.flatMap(({ key, owner }) =>
        (named ?? []).flatMap((field) =>
          field.owner === owner && isPlain(field.id)
            ? [{ key: `${key}__${field.id}`, label: field.label }]
            : [],
        ),
      );
    },
  ];
}

/** Whether Zapier reads an ID in a key as one name, not as a way further down. */
function isPlain(id: string): boolean {
  return !id.includes('__') && !id.includes('[]');
}
