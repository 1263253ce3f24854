/** Polls of triggers: Zapier keeps no state and recognizes new events by their ID. */

import { parseInputsOrThrow } from '../shared/fields';
import type { Output, OutputFields } from '../shared/fields/output';
import type { PollContext } from '../shared/operations/context';
import type { ZapierTrigger } from './catalog';
import { collectInput } from './controls';
import { returnedFields, returnedOutput } from './output/returnedFields';

/** An event with the ID by which Zapier recognizes it. */
export type IdentifiedEvent = Output & { id: string };

/** The reason to list events: a poll, the first poll of a new trigger, or a test. */
type ListReason = 'poll' | 'baseline' | 'test';

/**
 * Recent events, newest first. A poll never reaches further back than the baseline did.
 * @param toLink a reference to the link of a pass, which Zapier resolves when a Zap runs: most events of a
 *   poll are not new
 * @param log receives what a person should know about a test: Zapier's editor shows only events and errors
 */
export async function listEvents(
  trigger: ZapierTrigger,
  context: PollContext,
  form: Readonly<Record<string, unknown>>,
  reason: ListReason,
  { toLink, log }: { toLink: (passId: string) => string; log: (text: string) => void },
): Promise<IdentifiedEvent[]> {
  const raw = collectInput(trigger.input, form);
  const input = parseInputsOrThrow(trigger.input, raw, context);
  const events =
    reason === 'test'
      ? await trigger.samples(context, input, log)
      : await trigger.pollStateless(context, input, reason === 'baseline');
  const isLinked = input.includeLink === true && reason === 'poll';
  return events.map((event) => {
    const withLink = isLinked ? { ...event, link: toLink(String(event.id)) } : event;
    const identified = withEventId(trigger, withLink);
    // Zapier keeps only the IDs of a baseline, which may have all passes of a template, and refuses a large response.
    return reason === 'baseline' ? { id: identified.id } : identified;
  });
}

/** Output fields and sample of a trigger. `id` is the ID of the event if a pass can have several. */
export function eventOutput(trigger: ZapierTrigger): {
  fields: OutputFields;
  sample: IdentifiedEvent;
} {
  const { zapier, output } = trigger;
  const { id, ...others } = returnedFields(output.fields, zapier);
  const fields: OutputFields = zapier.eventId
    ? {
        id: { label: 'Event ID', type: 'string', always: true },
        ...(id && { passId: id }),
        ...others,
      }
    : { ...(id && { id }), ...others };
  return { fields, sample: withEventId(trigger, output.sample) };
}

function withEventId({ zapier, output }: ZapierTrigger, event: Output): IdentifiedEvent {
  const ids = zapier.eventId
    ? { id: zapier.eventId(event), passId: event.id }
    : { id: String(event.id) };
  return { ...returnedOutput({ ...event, ...ids }, output.fields, zapier), id: ids.id };
}
