import { readInput } from '../shared/fields';
import { type Output, type OutputFields, dropReplacedKeys } from '../shared/fields/output';
import type { PollContext } from '../shared/operations/context';
import { statelessInputs, type ZapierTrigger } from './catalog';
import { collectInput } from './controls';

/** Polls of triggers: Zapier keeps no state and recognizes new events by their ID. */

/** An event with the ID by which Zapier recognizes it. */
export type IdentifiedEvent = Output & { id: string };

/** The reason to list events: a poll, the first poll of a new trigger, or a test. */
type ListReason = 'poll' | 'baseline' | 'test';

/** Recent events, newest first. A poll never reaches further back than the baseline did. */
export async function listEvents(
  trigger: ZapierTrigger,
  context: PollContext & { timezone: string },
  form: Readonly<Record<string, unknown>>,
  reason: ListReason,
): Promise<IdentifiedEvent[]> {
  const raw = collectInput(statelessInputs(trigger), form);
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
export function eventOutput(trigger: ZapierTrigger): {
  fields: OutputFields;
  sample: IdentifiedEvent;
} {
  const { zapier, output } = trigger;
  const { id, ...others } = withoutKeys(output.fields, zapier.omit);
  const fields: OutputFields = zapier.eventId
    ? {
        id: { label: 'Event ID', type: 'string', always: true },
        ...(id && { passId: id }),
        ...others,
      }
    : { ...(id && { id }), ...others };
  return { fields, sample: withEventId(trigger, output.sample) };
}

function withEventId({ zapier }: ZapierTrigger, event: Output): IdentifiedEvent {
  const kept = withoutKeys(event, zapier.omit);
  return zapier.eventId
    ? { ...kept, id: zapier.eventId(event), passId: event.id }
    : { ...kept, id: String(event.id) };
}

function withoutKeys<T>(
  values: Record<string, T>,
  keys: readonly string[] = [],
): Record<string, T> {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !keys.includes(key)));
}
