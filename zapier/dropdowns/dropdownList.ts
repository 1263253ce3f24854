import { type Bundle, type Trigger, type ZObject, defineTrigger } from 'zapier-platform-core';

import type { Context } from '../../shared/operations/context';
import type { Choice, PickerPage } from '../../shared/pickers/picker';
import { withStepContext } from '../transport/stepContext';

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
export function dropdownList(list: DropdownList): Trigger {
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
