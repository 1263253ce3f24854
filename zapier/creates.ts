import type { Bundle, Create, ZObject } from 'zapier-platform-core';

import { fileOutputField, fileStash, returnedFields, returnedOutput } from './output/results';
import { outputFields } from '../shared/operations/operation';
import { buildInputFields } from './controls';
import { buildGroups } from './controls/control';
import { buildLock } from './locks';
import { operationNoteFields } from './notes';
import { zapierOperations, type ZapierOperation } from './catalog';
import { buildOutputFields, buildSample } from './output/outputFields';
import { runStep } from './runStep';

/** Zapier's create actions, by key. */
export const creates: Record<string, Create> = Object.fromEntries(
  zapierOperations('create').map((operation) => [operation.zapier.key, buildCreate(operation)]),
);

function buildCreate(operation: ZapierOperation): Create {
  const { zapier, output, input } = operation;
  const lock = buildLock(operation);
  const declared = returnedFields(outputFields(operation), zapier);
  const fields = buildOutputFields(declared);
  return {
    key: zapier.key,
    noun: zapier.noun,
    display: { label: zapier.label, description: zapier.description },
    operation: {
      inputFields: [...operationNoteFields(operation), ...buildInputFields(input)],
      ...buildGroups(input),
      outputFields: output.returns === 'file' ? [...fields, fileOutputField] : fields,
      sample: buildSample(output.sample, declared),
      ...(lock === undefined ? {} : { lock }),
      perform: (z: ZObject, bundle: Bundle) => perform(operation, z, bundle),
    },
  };
}

async function perform(
  operation: ZapierOperation,
  z: ZObject,
  bundle: Bundle,
): Promise<Record<string, unknown>> {
  const { zapier } = operation;
  const stash = operation.output.returns === 'file' ? fileStash(z) : undefined;
  const result = await runStep(operation, z, bundle, stash?.sink);
  if (Array.isArray(result)) throw new Error(`'${zapier.key}' returned a list`);
  const returned = returnedOutput(result, outputFields(operation), zapier);
  return { ...returned, ...(stash && { file: stash.url() }) };
}
