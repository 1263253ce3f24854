import type { Bundle, Search, SearchOrCreate, ZObject } from 'zapier-platform-core';

import type { Output } from '../shared/fields/output';
import { dropReplacedKeys } from '../shared/fields/output';
import { dynamicOutputFields } from './output/dynamicOutputFields';
import { inputsOf } from './controls';
import { groupsOf } from './controls/groups';
import { operationNoteFields } from './operationNote';
import { zapierOperations } from './catalog';
import type { ZapierOperation } from './catalog';
import { searchOutput, searchResults } from './output/searchResults';
import type { FindOrCreate } from '../shared/operations/operation';
import { outputFieldsOf, sampleOf } from './output/outputFields';
import { runStep } from './runStep';

/** Zapier's searches, by key. */
export const searches: Record<string, Search> = Object.fromEntries(
  zapierOperations('search').map((operation) => [operation.zapier.key, searchOf(operation)]),
);

function searchOf(operation: ZapierOperation): Search {
  const { zapier, input } = operation;
  const { fields, sample } = searchOutput(operation);
  return {
    key: zapier.key,
    noun: zapier.noun,
    display: { label: zapier.label, description: zapier.description },
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
async function perform(operation: ZapierOperation, z: ZObject, bundle: Bundle): Promise<Output[]> {
  const result = await runStep(operation, z, bundle);
  const entries = [result].flat();
  return searchResults(
    operation,
    entries.map((entry) => dropReplacedKeys(entry, operation.output.fields)),
  );
}

/** Searches that can create a missing object, by the key of the search, as Zapier requires. */
export const searchOrCreates: Record<string, SearchOrCreate> = Object.fromEntries(
  zapierOperations('search').flatMap(({ zapier: { key, orCreate } }) =>
    orCreate === undefined ? [] : [[key, searchOrCreateOf(key, orCreate)]],
  ),
);

function searchOrCreateOf(
  search: string,
  { key: create, label, description }: FindOrCreate,
): SearchOrCreate {
  return { key: search, display: { label, description }, search, create };
}
