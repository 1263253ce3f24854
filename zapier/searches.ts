import type { Bundle, Search, SearchOrCreate, ZObject } from 'zapier-platform-core';

import type { Output } from '../shared/fields/output';
import { zapierOperations, type ZapierOperation } from './catalog';
import { searchOutput, searchResults, returnedOutput } from './output/results';
import { buildStep, runStep } from './step';

/** Zapier's searches, by key. */
export const searches: Record<string, Search> = Object.fromEntries(
  zapierOperations('search').map((operation) => {
    const { zapier, input } = operation;
    const perform = (z: ZObject, bundle: Bundle) => search(operation, z, bundle);
    const step = buildStep(zapier, zapier.intro, input, searchOutput(operation), { perform });
    return [zapier.key, step];
  }),
);

/** Returns the best match first. Without a match, Zapier expects an empty list instead of an error. */
async function search(operation: ZapierOperation, z: ZObject, bundle: Bundle): Promise<Output[]> {
  const result = await runStep(operation, z, bundle);
  const entries = [result].flat();
  return searchResults(
    operation,
    entries.map((entry) => returnedOutput(entry, operation.output, operation.zapier)),
  );
}

/** Searches that can create a missing object, by the key of the search, as Zapier requires. */
export const searchOrCreates: Record<string, SearchOrCreate> = Object.fromEntries(
  zapierOperations('search').flatMap(({ zapier: { key, orCreate } }) => {
    if (orCreate === undefined) return [];
    const { key: create, label, description } = orCreate;
    return [[key, { key, display: { label, description }, search: key, create }]];
  }),
);
