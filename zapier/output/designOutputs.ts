import type { Bundle, PlainOutputField, ZObject } from 'zapier-platform-core';

import type { OutputFields } from '../../shared/fields/output';
import { withSession } from '../transport/session';
import { designFields } from '../properties/designFields';

type OutputFunction = (z: ZObject, bundle: Bundle) => Promise<PlainOutputField[]>;

/**
 * Names the field values in a result by the design of the chosen template: `Member` instead of
 * `Template Fields Account Name`. Only names hang on it, so whatever goes wrong, there are none.
 */
export function designOutputs(fields: OutputFields): OutputFunction[] {
  const bags = Object.entries(fields).flatMap(([key, { values }]) =>
    values === undefined ? [] : [{ key, owner: values }],
  );
  if (bags.length === 0) return [];
  return [
    async (z, bundle) => {
      const templateId = bundle.inputData.templateId;
      if (typeof templateId !== 'string' || templateId === '') return [];
      const named = await withSession(z, bundle, (context) =>
        designFields(context, templateId),
      ).catch(() => undefined);
      return bags.flatMap(({ key, owner }) =>
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
