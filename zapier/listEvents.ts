/** Polls of triggers: Zapier keeps no state and recognizes new events by their ID. */

import { ServiceError } from '../shared/errors/serviceError';
import { parseInputsOrThrow } from '../shared/fields';
import type { Output, OutputFields } from '../shared/fields/output';
import { compact, pick } from '../shared/runtime/records';
import type { PollContext } from '../shared/operations/context';
import type { ZapierTrigger } from './catalog';
import { collectInput } from './controls';
import { returnedFields, returnedOutput } from './output/results';

/** An event with the ID by which Zapier recognizes it. */
export type IdentifiedEvent = Output & { id: string };

/** The reason to list events: a poll, the first poll of a new trigger, or a test. */
type ListReason = 'poll' | 'baseline' | 'test';

/**
 * Recent events, newest first. A poll never reaches further back than the baseline did.
 * @param toLink a reference to the link of a pass, which Zapier resolves when a Zap runs, because most events of a poll
 *   are not new
 * @param log receives remarks on a test, because Zapier's editor shows only events and errors
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
  const identified = events.map((event) => {
    const withLink = isLinked ? { ...event, link: toLink(String(event.id)) } : event;
    return withEventId(trigger, withLink);
  });
  return withinLimit(identified, reason === 'baseline');
}

/** Zapier refuses a response of more than 6 MB. */
const MAX_BYTES = 5 * 1024 * 1024;

/**
 * The keys that Zapier needs for an event that it has seen, and the keys that a Zap needs to identify the pass of a new
 * event.
 */
const ID_KEYS = ['id', 'passId'];
const SHORT_KEYS = [...ID_KEYS, 'externalId', 'email'];

/**
 * Returns the latest events in full as long as they fit, and the others in short. Every poll lists all current events
 * of a template, and Zapier has seen all but the latest. From a baseline, it keeps only the IDs.
 * @param events the latest first
 * @throws {ServiceError} `invalidInput` if there are too many for their IDs alone
 */
function withinLimit(events: readonly IdentifiedEvent[], isBaseline: boolean): IdentifiedEvent[] {
  const sizeOf = (event: object) => Buffer.byteLength(JSON.stringify(event)) + 1;
  const restOf = (kept: readonly object[]) =>
    kept.reduce((rest, one) => rest - sizeOf(one), MAX_BYTES);
  const inShort = (isBaseline ? [['id']] : [SHORT_KEYS, ID_KEYS])
    .map((keys) => events.map((event) => compact(pick(event, keys)) as IdentifiedEvent))
    .find((kept) => restOf(kept) >= 0);
  if (!inShort) throw tooManyEvents(events.length);
  if (isBaseline) return inShort;
  let left = restOf(inShort);
  return events.map((event, i) => {
    const short = inShort[i] ?? event;
    // If an event does not fit, all later events are short as well, because the events in full must be the latest.
    left = left < 0 ? left : left - (sizeOf(event) - sizeOf(short));
    return left < 0 ? short : event;
  });
}

function tooManyEvents(count: number): ServiceError {
  return new ServiceError({
    kind: 'invalidInput',
    message: `A poll would return ${count} events, more than Zapier accepts`,
    fix: "Set 'Look Back (Days)', so that only passes that were issued lately count.",
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
  return { ...returnedOutput({ ...event, ...ids }, output, zapier), id: ids.id };
}
