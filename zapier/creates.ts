import type { Bundle, Create, ZObject } from 'zapier-platform-core';

import { dropReplacedKeys } from '../shared/fields/output';
import { fileOutputField, fileStash } from './output/stashFile';
import { outputFields } from '../shared/operations/operation';
import { groupsOf } from './properties/inputFieldGroups';
import { inputsOf } from './properties/inputFields';
import { lockOf } from './properties/lock';
import { operationNoteFields } from './properties/copyFields';
import { flatOperations } from '../shared/engine/catalog';
import type { FlatOperation } from '../shared/engine/catalog';
import { outputFieldsOf, sampleOf } from './output/outputFields';
import { runStep } from './runStep';

/** Zapier's create actions, by key. */
export const creates: Record<string, Create> = Object.fromEntries(
  flatOperations('create').map((operation) => [operation.flat.key, createOf(operation)]),
);

function createOf(operation: FlatOperation): Create {
  const { flat, output, input } = operation;
  const lock = lockOf(operation);
  const fields = outputFieldsOf(outputFields(operation));
  return {
    key: flat.key,
    noun: flat.noun,
    display: { label: flat.label, description: flat.description },
    operation: {
      inputFields: [...operationNoteFields(operation), ...inputsOf(input)],
      ...groupsOf(input),
      outputFields: output.returns === 'file' ? [...fields, fileOutputField] : fields,
      sample: sampleOf(output.sample, output.fields),
      ...(lock === undefined ? {} : { lock }),
      perform: (z: ZObject, bundle: Bundle) => perform(operation, z, bundle),
    },
  };
}

async function perform(
  operation: FlatOperation,
  z: ZObject,
  bundle: Bundle,
): Promise<Record<string, unknown>> {
  const { returns, fields } = operation.output;
  const stash = returns === 'file' ? fileStash(z) : undefined;
  const result = await runStep(operation, z, bundle, stash?.sink);
  if (Array.isArray(result)) throw new Error(`'${operation.flat.key}' returned a list`);
  return { ...dropReplacedKeys(result, fields), ...(stash && { file: stash.url() }) };
}
