/** The hidden triggers that fill dynamic dropdowns. */

import { type Trigger, type Bundle, type ZObject, defineTrigger } from 'zapier-platform-core';

import {
  TEMPLATE_LIST_FEATURES,
  templateRef,
  type InputFields,
  type RefTarget,
  type TemplateFeature,
} from '../shared/fields';
import { PICKERS } from '../shared/pickers';
import { pickPasses } from '../shared/pickers/passes';
import type { Choice, ListPicker } from '../shared/pickers/picker';
import { pickTemplates } from '../shared/pickers/templates';
import { ZAPIER_OPERATIONS, ZAPIER_TRIGGERS } from './catalog';
import { collectInput, buildInputFields } from './controls';
import { refListKey, templateListKeys } from './controls/refs';
import { withStepContext } from './transport/stepContext';

interface DropdownList {
  key: string;
  noun: string;
  plural: string;
  /** Inputs that the choices depend on. */
  inputs?: InputFields;
  requiresFeature?: TemplateFeature | undefined;
  /** Key and label of the displayed text. */
  text: { key: 'name' | 'label'; label: string };
  sample: Choice;
  pick: ListPicker;
}

const NAME = { key: 'name', label: 'Name' } as const;

/** Lists of templates, and of the newest passes, of the chosen template if there is one. */
const templateLists = TEMPLATE_LIST_FEATURES.flatMap((requiresFeature): DropdownList[] => [
  {
    key: templateListKeys(requiresFeature).templates,
    noun: 'Template',
    plural: 'Templates',
    requiresFeature,
    text: NAME,
    sample: { id: 'tpl_8c2e91', label: 'Member Card · Loyalty Card' },
    pick: pickTemplates,
  },
  {
    key: templateListKeys(requiresFeature).passes,
    noun: 'Pass',
    plural: 'Passes',
    inputs: {
      templateId: templateRef({
        description: 'Only passes of this template are listed',
        requiresFeature,
      }),
    },
    requiresFeature,
    text: { key: 'label', label: 'Holder' },
    sample: { id: 'ps_4f1d2a', label: 'Ana Souza · ana@example.com · M-0042' },
    pick: pickPasses,
  },
]);

/** Lists for `ref` inputs, e.g. of badge holders. */
const refLists = [...usedRefs()].map(([of, inputs]): DropdownList => {
  const { noun, plural, pick } = PICKERS[of];
  const sample = { id: 'id_1', label: `A ${noun}` };
  return { key: refListKey(of), noun, plural, inputs, text: NAME, sample, pick };
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
export const dropdownLists: readonly Trigger[] = [...templateLists, ...refLists].map(buildList);

/**
 * The hidden trigger that fills a dynamic dropdown. If the API key may not read the list, the dropdown shows the
 * missing scope, and users can still enter an ID as a custom value.
 */
function buildList(list: DropdownList): Trigger {
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
      inputFields: buildInputFields(list.inputs ?? {}),
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
 * Loads one page. Zapier numbers pages, while the service returns a cursor for the next page. `z.cursor` keeps it
 * between two pages of the same dropdown.
 */
async function loadPage(list: DropdownList, z: ZObject, bundle: Bundle): Promise<Choice[]> {
  const cursor = bundle.meta.page > 0 ? await z.cursor.get() : undefined;
  if (bundle.meta.page > 0 && !cursor) return [];
  const given = Object.entries(collectInput(list.inputs ?? {}, bundle.inputData));
  const parents = Object.fromEntries(given.map(([key, value]) => [key, String(value)]));
  const query = { cursor, parents, templateId: parents.templateId };
  const page = await withStepContext(z, bundle, ({ client, timezone }) =>
    list.pick(client, { ...query, timezone, requiresFeature: list.requiresFeature }),
  );
  await z.cursor.set(page.cursor ?? '');
  // Zapier would replace a `{{…}}` in the chosen ID.
  return page.choices.filter(({ id }) => !id.includes('{{'));
}
