import type { Bundle, Search, SearchOrCreate, ZObject } from 'zapier-platform-core';

import type { Output } from '../shared/fields/output';
import { withoutRawForms } from '../shared/fields/output';
import { designOutputs } from './output/designOutputs';
import { groupsOf } from './properties/groups';
import { inputsOf } from './properties/inputFields';
import { noteOf } from './properties/notes';
import { flatOperations } from '../shared/engine/catalog';
import type { FlatOperation } from '../shared/engine/catalog';
import { outputFieldsOf, sampleOf } from './output/outputFields';
import { runStep } from './run';

/** Every operation declared as a search of Zapier's, by its key there. */
export const searches: Record<string, Search> = Object.fromEntries(
  flatOperations('search').map((operation) => [operation.flat.key, searchOf(operation)]),
);

function searchOf(operation: FlatOperation): Search {
  const { flat, output, input } = operation;
  return {
    key: flat.key,
    noun: flat.noun,
    display: { label: flat.label, description: flat.description },
    operation: {
      inputFields: [...noteOf(operation), ...inputsOf(input)],
      ...groupsOf(input),
      outputFields: [...outputFieldsOf(output.fields), ...designOutputs(output.fields)],
      sample: sampleOf(output.sample, output.fields),
      perform: (z: ZObject, bundle: Bundle) => perform(operation, z, bundle),
    },
  };
}

/** The best match first; a miss is an empty list, never an error. */
async function perform(operation: FlatOperation, z: ZObject, bundle: Bundle): Promise<Output[]> {
  const { result } = await runStep(operation, z, bundle);
  return [result].flat().map((one) => withoutRawForms(one, operation.output.fields));
}

/** Find a pass, else issue one. */
export const searchOrCreates: Record<string, SearchOrCreate> = {
  find_pass: {
    key: 'find_pass',
    display: {
      label: 'Find or Issue Pass',
      description: 'Finds a pass; if there is none, optionally issues it.',
    },
    search: 'find_pass',
    create: 'issue_pass',
  },
};
