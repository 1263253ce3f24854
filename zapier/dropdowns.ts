/** The hidden triggers that fill dynamic dropdowns. */

import { type Trigger, type Bundle, type ZObject, defineTrigger } from 'zapier-platform-core';

import {
  TEMPLATE_LIST_FEATURES,
  templateRef,
  type InputFields,
  type RefTarget,
} from '../shared/fields';
import type { Context } from '../shared/operations/context';
import { PICKERS } from '../shared/pickers';
import { pickPasses } from '../shared/pickers/passes';
import type { Choice, PickerPage } from '../shared/pickers/picker';
import { pickTemplates } from '../shared/pickers/templates';
import { ZAPIER_OPERATIONS, ZAPIER_TRIGGERS } from './catalog';
import { collectInput, buildInputFields } from './controls';
import { refListKey, templateListKeys } from './controls/refs';
import { chosenTemplateId, withStepContext } from './transport/stepContext';

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
    pick({ client, timezone }, cursor, values) {
      const given = Object.entries(collectInput(parents, values));
      const ids = Object.fromEntries(given.map(([key, value]) => [key, String(value)]));
      return pick(client, { cursor, timezone, parents: ids });
    },
  });
});

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

interface DropdownList {
  key: string;
  noun: string;
  plural: string;
  /** Inputs that the choices depend on. */
  inputFields?: Trigger['operation']['inputFields'];
  /** Key and label of the text to choose by. */
  text: { key: 'name' | 'label'; label: string };
  sample: Choice;
  pick: (
    context: Context,
    cursor: string | undefined,
    values: Readonly<Record<string, unknown>>,
  ) => Promise<PickerPage>;
}

/** The hidden trigger that fills a dynamic dropdown. */
function dropdownList(list: DropdownList): Trigger {
  const { noun, plural, text } = list;
  const record = ({ id, label }: Choice) => ({ id, [text.key]: label });
  return defineTrigger({
    key: list.key,
    noun,
    display: {
      label: `List ${plural}`,
      description: `Triggers when a dropdown of ${plural.toLowerCase()} is opened.`,
      hidden: true,
    },
    operation: {
      type: 'polling',
      canPaginate: true,
      inputFields: list.inputFields ?? [],
      outputFields: [
        { key: 'id', label: `${noun} ID`, type: 'string', required: true },
        { key: text.key, label: text.label, type: 'string', required: true },
      ],
      sample: record(list.sample),
      perform: async (z, bundle) => (await loadPage(list, z, bundle)).map(record),
    },
  });
}

/**
 * Loads one page. Zapier numbers pages, while the service returns a cursor for the next one. `z.cursor`
 * keeps it between two pages of the same dropdown.
 */
async function loadPage({ pick }: DropdownList, z: ZObject, bundle: Bundle): Promise<Choice[]> {
  const cursor = bundle.meta.page > 0 ? await z.cursor.get() : undefined;
  if (bundle.meta.page > 0 && !cursor) return [];
  const page = await withStepContext(z, bundle, (context) =>
    pick(context, cursor, bundle.inputData),
  );
  await z.cursor.set(page.cursor ?? '');
  // Zapier would replace a part in `{{…}}` of what was chosen.
  return page.choices.filter(({ id }) => !id.includes('{{'));
}
