/**
 * Shared by all steps: how Zapier shows actions, searches and triggers, and how actions and searches run an operation.
 */

import type { Bundle, ZObject } from 'zapier-platform-core';

import type { InputFields } from '../shared/fields';
import type { Output, OutputFields } from '../shared/fields/output';
import type { FileSink } from '../shared/operations/context';
import type { OperationResult, ZapierNames } from '../shared/operations/operation';
import { runPhases } from '../shared/run/itemPhases';
import type { ZapierOperation } from './catalog';
import { collectInput, buildInputFields } from './controls';
import { buildGroups, copyField } from './controls/control';
import { buildOutputFields, buildSample, dynamicOutputFields } from './output/outputFields';
import { fileLoader } from './transport/downloadFile';
import { withStepContext } from './transport/stepContext';

/**
 * The definition of a step.
 * @param note shown at its top
 * @param own properties that only this kind of step has
 */
export function buildStep<Own extends object>(
  { key, noun, label, description }: Pick<ZapierNames, 'key' | 'noun' | 'label' | 'description'>,
  note: string | undefined,
  inputs: InputFields,
  { fields, sample }: { fields: OutputFields; sample: Output },
  own: Own,
) {
  return {
    key,
    noun,
    display: { label, description },
    operation: {
      inputFields: [...(note ? [copyField('note', note)] : []), ...buildInputFields(inputs)],
      ...buildGroups(inputs),
      outputFields: [...buildOutputFields(fields), ...dynamicOutputFields(fields)],
      sample: buildSample(sample, fields),
      ...own,
    },
  };
}

/**
 * Runs an operation with the inputs of a step.
 * @param fileSink receives the file, for an operation that returns a file
 * @throws Zapier's error classes
 */
export function runStep(
  operation: ZapierOperation,
  z: ZObject,
  bundle: Bundle,
  fileSink?: FileSink,
): Promise<OperationResult> {
  return withStepContext(z, bundle, async (context) => {
    const raw = collectInput(operation.input, bundle.inputData, fileLoader(z, bundle), (key) =>
      isMapped(bundle, key),
    );
    return await runPhases(operation, { ...context, ...(fileSink && { fileSink }) }, raw);
  });
}

/** Whether an input holds values of earlier steps, e.g. `{{123__email}}` in the Zap as saved. */
export function isMapped(
  { inputDataRaw }: Partial<Pick<Bundle, 'inputDataRaw'>>,
  key: string,
): boolean {
  const saved: unknown = inputDataRaw?.[key];
  return [saved].flat().some((part) => typeof part === 'string' && part.includes('{{'));
}
