import type { PlainInputField } from 'zapier-platform-core';

import type { InputField } from '../../shared/fields';
import { isRecord } from '../../shared/runtime/records';
import { type Control, isEmpty, buildGroup, helpTextFields } from './control';

/**
 * Zapier's line items.
 * @param getControl the controls inside an entry
 */
export function listControl(getControl: (field: InputField) => Control): Control<'list'> {
  /** @throws Error for a kind of input that Zapier has no control for, when the app is loaded */
  function child(list: string, name: string, field: InputField): PlainInputField {
    const [input, ...others] = getControl(field).inputFields(listEntryKey(list, name), field, {});
    if (input === undefined || typeof input === 'function' || others.length > 0) {
      throw new Error(`'${list}.${name}': no control for this inside a list`);
    }
    // No child is required, because Zapier would then require at least one entry.
    return { ...input, required: false };
  }
  return {
    inputFields: (key, field) => [
      // Zapier shows no help text for line items.
      ...helpTextFields(key, field),
      {
        key,
        label: field.label,
        ...buildGroup(field),
        children: Object.entries(field.entry).map(([name, entry]) => child(key, name, entry)),
      },
    ],
    collect(values, key, { entry }) {
      const items = values[key];
      if (!Array.isArray(items)) return items;
      return items.filter(isRecord).flatMap((item) => {
        const given = Object.keys(entry).flatMap((name) => {
          const value = item[listEntryKey(key, name)];
          return isEmpty(value) ? [] : [[name, value] as const];
        });
        return given.length === 0 ? [] : [Object.fromEntries(given)];
      });
    },
  };
}

/** The key of an input inside a list, because two lists of a form may both have a `label`. */
export function listEntryKey(list: string, name: string): string {
  return `${list}_${name}`;
}
