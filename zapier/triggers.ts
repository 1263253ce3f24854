import type { Bundle, Trigger as ZapierTrigger, ZObject } from 'zapier-platform-core';

import { FLAT_TRIGGERS, statelessInputs } from '../shared/engine/catalog';
import type { FlatTrigger } from '../shared/engine/catalog';
import { eventOutput, listEvents } from '../shared/engine/listEvents';
import type { IdentifiedEvent } from '../shared/engine/listEvents';
import { designOutputs } from './output/designOutputs';
import { outputFieldsOf, sampleOf } from './output/outputFields';
import { groupsOf } from './properties/groups';
import { inputsOf } from './properties/inputFields';
import { passLists } from './properties/lists/passLists';
import { refLists } from './properties/lists/refLists';
import { templateLists } from './properties/lists/templateLists';
import { unsupportedEventsNote } from './properties/notes';
import { withSession } from './transport/session';

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
  const { key, noun, label, description } = trigger.flat;
  const inputs = statelessInputs(trigger);
  const { fields, sample } = eventOutput(trigger);
  return {
    key,
    noun,
    display: { label, description },
    operation: {
      type: 'polling',
      inputFields: [unsupportedEventsNote, ...inputsOf(inputs)],
      ...groupsOf(inputs),
      outputFields: [...outputFieldsOf(fields), ...designOutputs(fields)],
      sample: sampleOf(sample, fields),
      perform: (z: ZObject, bundle: Bundle) => perform(trigger, z, bundle),
    },
  };
}

/** Zapier remembers the IDs of a trigger and skips those it has seen. */
function perform(trigger: FlatTrigger, z: ZObject, bundle: Bundle): Promise<IdentifiedEvent[]> {
  const { isLoadingSample, isPopulatingDedupe } = bundle.meta;
  return withSession(z, bundle, async (context) => {
    if (isLoadingSample) {
      return (await listEvents(trigger, context, bundle.inputData, 'test')).slice(0, SAMPLES);
    }
    const reason = isPopulatingDedupe ? 'baseline' : 'poll';
    return await listEvents(trigger, context, bundle.inputData, reason);
  });
}
