import type { Trigger } from 'zapier-platform-core';

import {
  TEMPLATE_LIST_FEATURES,
  templateRef,
  type InputFields,
  type RefTarget,
} from '../../shared/fields';
import { PICKERS } from '../../shared/pickers';
import { pickPasses } from '../../shared/pickers/passes';
import { pickTemplates } from '../../shared/pickers/templates';
import { ZAPIER_OPERATIONS, ZAPIER_TRIGGERS } from '../catalog';
import { collectInput, buildInputFields } from '../controls';
import { chosenTemplateId } from '../transport/chosenTemplate';
import { refListKey, templateListKeys } from '../controls/listKeys';
import { dropdownList } from './dropdownList';

/**
 * Hidden triggers that fill dropdowns of templates. If the API key may not read templates, the dropdown
 * shows the missing scope; users can still enter an ID as a custom value.
 */
const templateLists: readonly Trigger[] = TEMPLATE_LIST_FEATURES.map((feature) =>
  dropdownList({
    key: templateListKeys(feature).templates,
    noun: 'Template',
    plural: 'Templates',
    text: { key: 'name', label: 'Name' },
    sample: { id: 'tpl_8c2e91', label: 'Member Card · Loyalty Card' },
    pick: ({ client }, cursor) => pickTemplates(client, { cursor, requiresFeature: feature }),
  }),
);

/** Hidden triggers that fill dropdowns of passes: the newest, of the chosen template if there is one. */
const passLists: readonly Trigger[] = TEMPLATE_LIST_FEATURES.map((feature) =>
  dropdownList({
    key: templateListKeys(feature).passes,
    noun: 'Pass',
    plural: 'Passes',
    inputFields: buildInputFields({
      templateId: templateRef({
        description: 'Only passes of this template are listed',
        requiresFeature: feature,
      }),
    }),
    text: { key: 'label', label: 'Holder' },
    sample: { id: 'ps_4f1d2a', label: 'Ana Souza · ana@example.com · M-0042' },
    pick: ({ client }, cursor, form) =>
      pickPasses(client, { templateId: chosenTemplateId(form), cursor, requiresFeature: feature }),
  }),
);

/** Hidden triggers that fill the dropdowns of `ref` inputs, e.g. of badge holders. */
const refLists: readonly Trigger[] = [...usedRefs()].map(([of, parents]) => {
  const { noun, plural, pick } = PICKERS[of];
  return dropdownList({
    key: refListKey(of),
    noun,
    plural,
    inputFields: buildInputFields(parents),
    text: { key: 'name', label: 'Name' },
    sample: { id: 'id_1', label: `A ${noun}` },
    pick: ({ client, timezone }, cursor, values) =>
      pick(client, { cursor, timezone, parents: parentIds(collectInput(parents, values)) }),
  });
});

function parentIds(raw: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(raw).map(([key, value]) => [key, String(value)]));
}

/** All kinds of objects that operations and triggers refer to, with the inputs that their dropdowns depend on. */
function usedRefs(): Map<RefTarget, InputFields> {
  const used = new Map<RefTarget, InputFields>();
  for (const { input: inputs } of [...ZAPIER_OPERATIONS, ...ZAPIER_TRIGGERS]) {
    for (const field of Object.values(inputs)) {
      if (field.kind !== 'ref') continue;
      const parents = used.get(field.of) ?? {};
      for (const key of field.dependsOn ?? []) {
        const parent = inputs[key];
        if (parent) parents[key] = parent;
      }
      used.set(field.of, parents);
    }
  }
  return used;
}

/** All hidden triggers. */
export const dropdownLists: readonly Trigger[] = [...templateLists, ...passLists, ...refLists];
