import { PICKERS } from '../../../shared/pickers';
import type { Control } from './control';
import { collectId, locator } from './locator';
import { listSearchName } from './methodNames';

/** Another object of the service, e.g. a badge. */
export const ref: Control<'ref'> = {
  properties: (key, field) => [
    locator(key, field, {
      noun: PICKERS[field.of].noun.toLowerCase(),
      searchListMethod: listSearchName(field.of),
      exampleId: PICKERS[field.of].exampleId ?? '4f1d2a',
    }),
  ],
  collect: collectId,
};
