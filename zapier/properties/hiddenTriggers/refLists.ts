import type { Trigger } from 'zapier-platform-core';

import { usedRefs } from '../../../shared/engine/catalog';
import { collectFlatInput } from '../../../shared/engine/flatInput';
import { PICKERS } from '../../../shared/pickers';
import { inputsOf } from '../inputFields';
import { dropdownList } from './dropdownList';
import { refListKey } from './triggerKeys';

/** Hidden triggers that fill the dropdowns of `ref` inputs, e.g. of badge holders. */
export const refLists: readonly Trigger[] = usedRefs().map(({ of, parents }) => {
  const { noun, plural, pick } = PICKERS[of];
  return dropdownList({
    key: refListKey(of),
    noun,
    plural,
    inputFields: inputsOf(parents),
    text: { key: 'name', label: 'Name' },
    sample: { id: 'id_1', label: `A ${noun}` },
    pick: ({ client, timezone }, cursor, values) =>
      pick(client, { cursor, timezone, parents: parentIds(collectFlatInput(parents, values)) }),
  });
});

function parentIds(raw: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(raw).map(([key, value]) => [key, String(value)]));
}
