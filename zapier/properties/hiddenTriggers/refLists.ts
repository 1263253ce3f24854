import { defineTrigger } from 'zapier-platform-core';
import type { Bundle, Trigger, ZObject } from 'zapier-platform-core';

import { PICKERS } from '../../../shared/pickers';
import { usedRefs } from '../../../shared/engine/catalog';
import type { UsedRef } from '../../../shared/engine/catalog';
import { collectFlatInput } from '../../../shared/engine/flatInput';
import { inputsOf } from '../inputFields';
import { refListKey } from './triggerKeys';
import { dropdownPage } from './dropdownPage';

/** Hidden triggers that fill the dropdowns of `ref` inputs, e.g. of badge holders. */
export const refLists: readonly Trigger[] = usedRefs().map(refList);

function refList({ of, parents }: UsedRef): Trigger {
  const picker = PICKERS[of];
  const { noun } = picker;
  return defineTrigger({
    key: refListKey(of),
    noun,
    display: {
      label: `List ${noun}s`,
      description: 'Triggers when the entries of a list to choose from are asked for.',
      hidden: true,
    },
    operation: {
      type: 'polling',
      canPaginate: true,
      inputFields: inputsOf(parents),
      outputFields: [
        { key: 'id', label: `${noun} ID`, type: 'string', required: true },
        { key: 'name', label: 'Name', type: 'string', required: true },
      ],
      sample: { id: 'id_1', name: `A ${noun}` },
      perform: async (z: ZObject, bundle: Bundle) => {
        const parentValues = parentIds(collectFlatInput(parents, bundle.inputData));
        const choices = await dropdownPage(z, bundle, ({ client, timezone }, cursor) =>
          picker.pick(client, { cursor, timezone, parents: parentValues }),
        );
        return choices.map(({ id, label }) => ({ id, name: label }));
      },
    },
  });
}

function parentIds(raw: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(raw).map(([key, value]) => [key, String(value)]));
}
