/** What a trigger outputs for a test in the editor. */

import type { InputOf, InputFields } from '../fields';
import type { Output, OutputFields } from '../fields/output';
import type { PollContext } from '../operations/context';
import { sentDateFields } from '../operations/pass/outputFields';
import { compact, isRecord } from '../runtime/records';
import type { Trigger } from './trigger';

/** Mark an example. */
export const EXAMPLE_FIELDS = {
  isExample: { label: 'Is Example', type: 'boolean' },
  note: { label: 'Note', type: 'string' },
} satisfies OutputFields;

/**
 * Items for a test in the editor, without changing the state. If there are none, a marked example. What a person
 * should know about the objects that were read is in `note`.
 */
export async function sampleItems<F extends InputFields>(
  trigger: Trigger<F>,
  context: PollContext,
  input: InputOf<F>,
): Promise<Output[]> {
  const notes: string[] = [];
  const found = await trigger.samples(context, input, (note) => notes.push(note));
  if (found.length > 0) {
    return notes.length > 0 ? found.map((item) => ({ note: notes.join(' '), ...item })) : found;
  }
  const reason = trigger.onlySample ?? `No ${trigger.label} event found`;
  const note = [`${reason}; these are example values`, ...notes].join('. ');
  return [{ isExample: true, note, ...(await exampleOf(trigger, context, input)) }];
}

/** The sample of the trigger; that of a pass as one of the chosen template, without fields that this one does not have. */
async function exampleOf<F extends InputFields>(
  trigger: Trigger<F>,
  context: PollContext,
  input: InputOf<F> & { templateId?: string },
): Promise<Output> {
  const { templates } = context;
  const { templateId } = input;
  const sample = (await trigger.example?.(context, input)) ?? trigger.output.sample;
  const { templateFields, changed } = sample;
  if (templateId === undefined || !isRecord(templateFields)) return sample;
  const fields = (await templates.fields(templateId)) ?? [];
  const ofType = fields.filter(({ valueGroup }) => valueGroup === 'templateFields');
  const known = new Set([...Object.keys(sentDateFields), ...ofType.map(({ id }) => id)]);
  const values = Object.entries(templateFields).filter(([id]) => known.has(id));
  return compact({
    ...sample,
    templateId,
    templateName: await templates.name(templateId),
    templateFields: Object.fromEntries(values),
    changed: Array.isArray(changed) ? changed.filter((id) => known.has(String(id))) : undefined,
  });
}
