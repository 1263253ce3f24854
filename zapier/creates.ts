import type { Bundle, Create, ZObject } from 'zapier-platform-core';

import { outputFields, testSentence } from '../shared/operations/operation';
import { zapierOperations, type ZapierOperation } from './catalog';
import { buildLock } from './locks';
import { buildOutputFields } from './output/outputFields';
import { fileOutputField, fileStash, returnedFields, returnedOutput } from './output/results';
import { buildStep, runStep } from './step';

/** Zapier's create actions, by key. */
export const creates: Record<string, Create> = Object.fromEntries(
  zapierOperations('create').map((operation) => [operation.zapier.key, buildCreate(operation)]),
);

function buildCreate(operation: ZapierOperation): Create {
  const { zapier, output, input } = operation;
  const lock = buildLock(operation);
  const fields = returnedFields(outputFields(operation), zapier);
  return buildStep(
    zapier,
    introOf(operation),
    input,
    { fields, sample: output.sample },
    {
      ...(output.returns === 'file' && {
        outputFields: [...buildOutputFields(fields), fileOutputField],
      }),
      ...(lock && { lock }),
      perform: (z: ZObject, bundle: Bundle) => perform(operation, z, bundle),
    },
  );
}

/** The note at its top; in bold what a test does, because Zapier's test runs the step. */
function introOf({ zapier, testEffect: tested }: ZapierOperation): string {
  const test = tested !== undefined && `**${testSentence(tested)}**`;
  return [test, zapier.intro].filter(Boolean).join(' ');
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
  const { sample } = operation.output;
  const returned = returnedOutput(result, { fields: outputFields(operation), sample }, zapier);
  return { ...returned, ...(stash && { file: stash.url() }) };
}
