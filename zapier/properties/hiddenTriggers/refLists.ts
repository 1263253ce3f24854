import type { Trigger } from 'zapier-platform-core';

import type { InputFields, RefTarget } from '../../../shared/fields';
import { PICKERS } from '../../../shared/pickers';
import { ZAPIER_OPERATIONS, ZAPIER_TRIGGERS, statelessInputs } from '../../catalog';
import { collectInput } from '../../input/collectInput';
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
      pick(client, { cursor, timezone, parents: parentIds(collectInput(parents, values)) }),
  });
});

function parentIds(raw: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(raw).map(([key, value]) => [key, String(value)]));
}

/** A kind of object that inputs refer to by ID. */
interface UsedRef {
  of: RefTarget;
  /** Inputs that the dropdown of the object depends on, by key. */
  parents: InputFields;
}

/** All kinds of objects that operations and triggers refer to. Each needs a dropdown. */
function usedRefs(): UsedRef[] {
  const used = new Map<RefTarget, UsedRef>();
  for (const inputs of [
    ...ZAPIER_OPERATIONS.map(({ input }) => input),
    ...ZAPIER_TRIGGERS.map(statelessInputs),
  ]) {
    for (const field of Object.values(inputs)) {
      if (field.kind !== 'ref') continue;
      const ref = used.get(field.of) ?? { of: field.of, parents: {} };
      for (const key of field.dependsOn ?? []) {
        const parent = inputs[key];
        if (parent) ref.parents[key] = parent;
      }
      used.set(field.of, ref);
    }
  }
  return [...used.values()];
}
