import type { PlainInputField } from 'zapier-platform-core';

import { zapierOperations } from '../catalog';

/**
 * Zapier's dynamic dropdown for an ID, with a search to add or a custom value instead.
 * @param choices the hidden trigger that lists the choices, and its fields for ID and text
 * @param search key of the search that finds the ID; offered if the app has it
 */
export function dropdown(choices: string, search: string): Partial<PlainInputField> {
  const isDeclared = zapierOperations('search').some(({ zapier }) => zapier.key === search);
  return { type: 'string', dynamic: choices, ...(isDeclared ? { search: `${search}.id` } : {}) };
}
