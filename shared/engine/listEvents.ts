import { readInput } from '../fields';
import type { Output, OutputFields } from '../fields/output';
import { dropReplacedKeys } from '../fields/output';
import type { TriggerContext } from '../triggers/trigger';
import { statelessInputs } from './catalog';
import type { FlatTrigger } from './catalog';
import { collectFlatInput } from './flatInput';

/** Triggers on platforms that keep no state and recognize new events by their ID. */

/** An event with the ID by which the platform recognizes it. */
export type IdentifiedEvent = Output & { id: string };

/** The reason to list events: a poll, the first poll of a new trigger, or a test. */
export type ListReason = 'poll' | 'baseline' | 'test';

/** Recent events, newest first. A poll never reaches further back than the baseline did. */
export async function listEvents(
  trigger: FlatTrigger,
  context: TriggerContext & { timezone: string },
  form: Readonly<Record<string, unknown>>,
  reason: ListReason,
): Promise<IdentifiedEvent[]> {
  const raw = collectFlatInput(statelessInputs(trigger), form);
  const input = readInput(trigger.input, raw, context);
  const events =
    reason === 'test'
      ? await trigger.samples(context, input)
      : await trigger.listRecent(context, input, reason === 'baseline');
  return events.map((event) =>
    withEventId(trigger, dropReplacedKeys(event, trigger.output.fields)),
  );
}

/** Output fields and sample of a trigger. `id` is the ID of the event if a pass can have several. */
export function eventOutput(trigger: FlatTrigger): {
  fields: OutputFields;
  sample: IdentifiedEvent;
} {
  const { flat, output } = trigger;
  const { id, ...others } = withoutKeys(output.fields, flat.omit);
  const fields: OutputFields = flat.eventId
    ? {
        id: { label: 'Event ID', type: 'string', always: true },
        ...(id && { passId: id }),
        ...others,
      }
    : { ...(id && { id }), ...others };
  return { fields, sample: withEventId(trigger, output.sample) };
}

function withEventId({ flat }: FlatTrigger, event: Output): IdentifiedEvent {
  const kept = withoutKeys(event, flat.omit);
  return flat.eventId
    ? { ...kept, id: flat.eventId(event), passId: event.id }
    : { ...kept, id: String(event.id) };
}

function withoutKeys<T>(
  values: Record<string, T>,
  keys: readonly string[] = [],
): Record<string, T> {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !keys.includes(key)));
}
