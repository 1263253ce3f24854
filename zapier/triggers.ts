import type { Bundle, Trigger as ZapierTrigger, ZObject } from 'zapier-platform-core';

import { readInput } from '../shared/fields';
import type { Output } from '../shared/fields/output';
import { withoutRawForms } from '../shared/fields/output';
import type { OutputFields } from '../shared/fields/output';
import { passLists } from './properties/lists/passLists';
import { refLists } from './properties/lists/refLists';
import { templateLists } from './properties/lists/templateLists';
import { withSession } from './transport/session';
import { collectInput } from './input/collectInput';
import { designOutputs } from './output/designOutputs';
import { groupsOf } from './properties/groups';
import { inputsOf } from './properties/inputFields';
import { neverSeenNote } from './properties/notes';
import { FLAT_TRIGGERS, statelessInputs } from '../shared/engine/catalog';
import type { FlatTrigger } from '../shared/engine/catalog';
import { outputFieldsOf, sampleOf } from './output/outputFields';

/** Zapier's editor takes three records of a test. */
const SAMPLES = 3;

/** Every declared event by its key on Zapier, and the hidden triggers that fill dropdowns. */
export const triggers: Record<string, ZapierTrigger> = Object.fromEntries(
  [...FLAT_TRIGGERS.map(triggerOf), ...templateLists, ...passLists, ...refLists].map((trigger) => [
    trigger.key,
    trigger,
  ]),
);

function triggerOf(trigger: FlatTrigger): ZapierTrigger {
  const { flat, output } = trigger;
  const inputs = statelessInputs(trigger);
  const flatOperations = without(output.fields, flat.omit);
  const fields = flat.eventId ? eventFields(flatOperations) : flatOperations;
  return {
    key: flat.key,
    noun: flat.noun,
    display: { label: flat.label, description: flat.description },
    operation: {
      type: 'polling',
      inputFields: [neverSeenNote, ...inputsOf(inputs)],
      ...groupsOf(inputs),
      outputFields: [...outputFieldsOf(fields), ...designOutputs(fields)],
      sample: sampleOf(identified(trigger, output.sample), fields),
      perform: (z: ZObject, bundle: Bundle) => perform(trigger, z, bundle),
    },
  };
}

/** The ID is that of the event, because a pass can have several; its own stands beside it. */
function eventFields({ id, ...fields }: OutputFields): OutputFields {
  return {
    id: { label: 'Event ID', type: 'string', always: true },
    ...(id ? { passId: id } : {}),
    ...fields,
  };
}

/** Zapier remembers which IDs it has seen: it gets what is recent, newest first, on every poll. */
function perform(trigger: FlatTrigger, z: ZObject, bundle: Bundle): Promise<Identified[]> {
  const { isLoadingSample, isPopulatingDedupe } = bundle.meta;
  return withSession(z, bundle, async (context) => {
    const input = readInput(
      trigger.input,
      collectInput(statelessInputs(trigger), bundle.inputData),
      context,
    );
    const items = isLoadingSample
      ? (await trigger.samples(context, input)).slice(0, SAMPLES)
      : await trigger.listRecent(context, input, isPopulatingDedupe);
    return items.map((item) => identified(trigger, withoutRawForms(item, trigger.output.fields)));
  });
}

type Identified = Output & { id: string };

function identified({ flat }: FlatTrigger, item: Output): Identified {
  const given = without(item, flat.omit);
  if (!flat.eventId) return { ...given, id: String(item.id) };
  return { ...given, id: flat.eventId(item), passId: item.id };
}

function without<T>(values: Record<string, T>, keys: readonly string[] = []): Record<string, T> {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !keys.includes(key)));
}
