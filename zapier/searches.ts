import type { Bundle, Search, SearchOrCreate, ZObject } from 'zapier-platform-core';

import type { Output } from '../shared/fields/output';
import { dropReplacedKeys } from '../shared/fields/output';
import { dynamicOutputFields } from './output/dynamicOutputFields';
import { groupsOf } from './properties/inputFieldGroups';
import { inputsOf } from './properties/inputFields';
import { operationNoteFields } from './properties/copyFields';
import { flatOperations } from '../shared/engine/catalog';
import type { FlatOperation } from '../shared/engine/catalog';
import { flatResultShape, flatResults } from '../shared/engine/flatList';
import type { FindOrCreate } from '../shared/operations/operation';
import { outputFieldsOf, sampleOf } from './output/outputFields';
import { runStep } from './runStep';

/** Zapier's searches, by key. */
export const searches: Record<string, Search> = Object.fromEntries(
  flatOperations('search').map((operation) => [operation.flat.key, searchOf(operation)]),
);

function searchOf(operation: FlatOperation): Search {
  const { flat, input } = operation;
  const { fields, sample } = flatResultShape(operation);
  return {
    key: flat.key,
    noun: flat.noun,
    display: { label: flat.label, description: flat.description },
    operation: {
      inputFields: [...operationNoteFields(operation), ...inputsOf(input)],
      ...groupsOf(input),
      outputFields: [...outputFieldsOf(fields), ...dynamicOutputFields(fields)],
      sample: sampleOf(sample, fields),
      perform: (z: ZObject, bundle: Bundle) => perform(operation, z, bundle),
    },
  };
}

/** Best match first. Without a match, Zapier expects an empty list instead of an error. */
async function perform(operation: FlatOperation, z: ZObject, bundle: Bundle): Promise<Output[]> {
  const result = await runStep(operation, z, bundle);
  const entries = [result].flat();
  return flatResults(
    operation,
    entries.map((entry) => dropReplacedKeys(entry, operation.output.fields)),
  );
}

/** Searches that can create a missing object, by the key of the search, as Zapier requires. */
export const searchOrCreates: Record<string, SearchOrCreate> = Object.fromEntries(
  flatOperations('search').flatMap(({ flat: { key, orCreate } }) =>
    orCreate === undefined ? [] : [[key, searchOrCreateOf(key, orCreate)]],
  ),
);

function searchOrCreateOf(
  search: string,
  { key: create, label, description }: FindOrCreate,
): SearchOrCreate {
  return { key: search, display: { label, description }, search, create };
}
