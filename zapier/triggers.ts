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
import { OFFERED_TRIGGERS, shownInputs } from './offered';
import type { OfferedTrigger } from './offered';
import { outputFieldsOf, sampleOf } from './output/outputFields';

/** Zapier's editor takes three records of a test. */
const SAMPLES = 3;

/** Every declared event by its key on Zapier, and the hidden triggers that fill dropdowns. */
export const triggers: Record<string, ZapierTrigger> = Object.fromEntries(
  [...OFFERED_TRIGGERS.map(triggerOf), ...templateLists, ...passLists, ...refLists].map(
    (trigger) => [trigger.key, trigger],
  ),
);

function triggerOf(trigger: OfferedTrigger): ZapierTrigger {
  const { zapier, output } = trigger;
  const inputs = shownInputs(trigger);
  const offered = without(output.fields, zapier.omit);
  const fields = zapier.eventId ? eventFields(offered) : offered;
  return {
    key: zapier.key,
    noun: zapier.noun,
    display: { label: zapier.label, description: zapier.description },
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
function perform(trigger: OfferedTrigger, z: ZObject, bundle: Bundle): Promise<Identified[]> {
  const { isLoadingSample, isPopulatingDedupe } = bundle.meta;
  return withSession(z, bundle, async (context) => {
    const input = readInput(
      trigger.input,
      collectInput(shownInputs(trigger), bundle.inputData),
      context,
    );
    const items = isLoadingSample
      ? (await trigger.samples(context, input)).slice(0, SAMPLES)
      : await trigger.recent(context, input, isPopulatingDedupe);
    return items.map((item) => identified(trigger, withoutRawForms(item, trigger.output.fields)));
  });
}

type Identified = Output & { id: string };

function identified({ zapier }: OfferedTrigger, item: Output): Identified {
  const given = without(item, zapier.omit);
  if (!zapier.eventId) return { ...given, id: String(item.id) };
  return { ...given, id: zapier.eventId(item), passId: item.id };
}

function without<T>(values: Record<string, T>, keys: readonly string[] = []): Record<string, T> {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !keys.includes(key)));
}
