import type { InputField, InputFields, RefTarget } from '../../shared/fields';
import { FLAT_INPUTS } from '../../shared/engine/catalog';

export type RefField = InputField & { kind: 'ref' };

/** A kind of thing that some step asks for, with the inputs its list depends on. */
export interface UsedRef {
  of: RefTarget;
  parents: InputFields;
}

/** Every kind of thing that the offered steps ask for: each needs a list to choose from. */
export function usedRefs(): UsedRef[] {
  const used = new Map<RefTarget, UsedRef>();
  for (const inputs of FLAT_INPUTS) {
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

/** `badgeHolder` -> `badge_holder_list`, the hidden trigger that fills the dropdown. */
export function refListKey(of: RefTarget): string {
  return `${snakeCase(of)}_list`;
}

export function snakeCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
