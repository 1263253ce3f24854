import { defineTrigger } from 'zapier-platform-core';
import type { Bundle, Trigger, ZObject } from 'zapier-platform-core';

import { PICKERS } from '../../../shared/pickers';
import { usedRefs } from '../../../shared/engine/catalog';
import type { UsedRef } from '../../../shared/engine/catalog';
import { collectFlatInput } from '../../../shared/engine/flatInput';
import { inputsOf } from '../inputFields';
import { refListKey } from './keys';
import { pageOf } from './pages';

/** Fills the dropdown of each kind of thing that a step asks for; hidden, like every list. */
export const refLists: readonly Trigger[] = usedRefs().map(listOf);

function listOf({ of, parents }: UsedRef): Trigger {
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
        const chosen = chosenParents(collectFlatInput(parents, bundle.inputData));
        const choices = await pageOf(z, bundle, ({ client, timezone }, cursor) =>
          picker.pick(client, { cursor, timezone, parents: chosen }),
        );
        return choices.map(({ id, label }) => ({ id, name: label }));
      },
    },
  });
}

function chosenParents(raw: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(raw).map(([key, value]) => [key, String(value)]));
}
