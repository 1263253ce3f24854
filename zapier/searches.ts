import type { Bundle, Search, SearchOrCreate, ZObject } from 'zapier-platform-core';

import type { Output } from '../shared/fields/output';
import { dynamicOutputFields, buildOutputFields, buildSample } from './output/outputFields';
import { buildInputFields } from './controls';
import { buildGroups } from './controls/control';
import { operationNoteFields } from './notes';
import { zapierOperations, type ZapierOperation } from './catalog';
import { searchOutput, searchResults, returnedOutput } from './output/results';
import type { FindOrCreate } from '../shared/operations/operation';
import { runStep } from './runStep';

/** Zapier's searches, by key. */
export const searches: Record<string, Search> = Object.fromEntries(
  zapierOperations('search').map((operation) => [operation.zapier.key, buildSearch(operation)]),
);

function buildSearch(operation: ZapierOperation): Search {
  const { zapier, input } = operation;
  const { fields, sample } = searchOutput(operation);
  return {
    key: zapier.key,
    noun: zapier.noun,
    display: { label: zapier.label, description: zapier.description },
    operation: {
      inputFields: [...operationNoteFields(operation), ...buildInputFields(input)],
      ...buildGroups(input),
      outputFields: [...buildOutputFields(fields), ...dynamicOutputFields(fields)],
      sample: buildSample(sample, fields),
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
    entries.map((entry) => returnedOutput(entry, operation.output.fields, operation.zapier)),
  );
}

/** Searches that can create a missing object, by the key of the search, as Zapier requires. */
export const searchOrCreates: Record<string, SearchOrCreate> = Object.fromEntries(
  zapierOperations('search').flatMap(({ zapier: { key, orCreate } }) =>
    orCreate === undefined ? [] : [[key, buildSearchOrCreate(key, orCreate)]],
  ),
);

function buildSearchOrCreate(
  search: string,
  { key: create, label, description }: FindOrCreate,
): SearchOrCreate {
  return { key: search, display: { label, description }, search, create };
}
