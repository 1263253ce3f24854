import { PICKERS } from '../../../shared/pickers';
import type { Control } from './control';
import { collectId, locator } from './locator';
import { listSearchName } from './methodNames';

/** Another object of the service, e.g. a badge. */
export const ref: Control<'ref'> = {
  properties: (name, { label, required, description, of }) => [
    locator({
      name,
      displayName: label,
      required,
      description,
      noun: PICKERS[of].noun.toLowerCase(),
      searchListMethod: listSearchName(of),
      exampleId: '4f1d2a',
    }),
  ],
  collect: collectId,
};
