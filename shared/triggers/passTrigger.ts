/** Events that are found by comparing the passes of a template with their values at the last poll. */

import { PAGE_SIZE } from '../api/scanPasses';
import type { InputFields, InputOf } from '../fields';
import type { Output, OutputFields } from '../fields/output';
import type { PollContext } from '../operations/context';
import { eventFields } from '../operations/pass/outputFields';
import type { PassRow } from '../service/schemas';
import { passEvents } from './passEvents';
import { matchesFilters, scanInputs, type ScanInputs } from './passInputs';
import { pollTemplates, readPasses } from './readPasses';
import {
  type SeenObjects,
  type WatchedValue,
  earliestEvent,
  lookBackStart,
  nextState,
  storedOf,
  toStored,
} from './state';
import { type Trigger, SAMPLE_COUNT, SAMPLE_SCAN_LIMIT, defineTrigger } from './trigger';

/** An event of a pass: a watched value, and the rule which of its changes is the event. */
export interface PassEvent<V extends WatchedValue> {
  /** The watched value of a pass. */
  value(row: PassRow): V;
  /**
   * Whether this is the event.
   * @param now the value as it is stored: texts are hashes
   * @param before the value at the last poll; `undefined` for a new pass, in a test, and on a platform without state
   */
  isEvent(now: V, before: V | undefined): boolean;
  /** The value to store; by default `now`. */
  keep?(now: V, before: V | undefined): V;
  /**
   * When it happened, epoch ms, because after a pause, an old event is too late. Default: the last change of the pass.
   * @param isTest whether this is a test in the editor, which shows events of any time
   * @returns `undefined` if the pass cannot have the event now. Only another change can make it have the event later
   */
  at?(row: PassRow, before: V | undefined, isTest: boolean): number | undefined;
  /** Output fields in addition to the fields of the pass. */
  details?(row: PassRow, now: V, before: V | undefined): Output;
  /**
   * Looks at all passes when the trigger starts, and in a test.
   * @returns a note about them for a test in the editor
   * @throws {ServiceError} if the event would never happen
   */
  check?(rows: readonly PassRow[]): string | undefined | Promise<undefined>;
}

/** For a condition that becomes true; it can become false and true again. */
export function whenBecoming(isTrue: (row: PassRow) => boolean): PassEvent<boolean> {
  return { value: isTrue, isEvent: (now, before) => now && before !== true };
}

/** A milestone of a pass: the value that reaches it, and the step: 0 for not reached, otherwise 1 or the year. */
export type Milestone = readonly [of: string | boolean, step: number];

/**
 * For an event that a pass reaches by one of its values, e.g. a date. A milestone stays reached while the value is the
 * same, so a clock that is set back, or another time zone, repeats nothing.
 */
export function whenReaching(value: (row: PassRow) => Milestone): PassEvent<Milestone> {
  const stepOf = (of: Milestone[0], before: Milestone | undefined) =>
    before?.[0] === of ? before[1] : 0;
  return {
    value,
    isEvent: ([of, step], before) => step > stepOf(of, before),
    keep: ([of, step], before) => [of, Math.max(step, stepOf(of, before))],
  };
}

type ZapierNames = NonNullable<Trigger['zapier']>;

interface PassTrigger<F extends InputFields, V extends WatchedValue> extends Pick<
  Trigger,
  'key' | 'label' | 'description' | 'misses' | 'details' | 'onlySample'
> {
  /** By default, only the scope for the list of passes. */
  scopes?: Trigger['scopes'];
  /** Names on Zapier; by default the label, and the noun of a pass. */
  zapier?: Omit<ZapierNames, 'label' | 'noun'> & Partial<ZapierNames>;
  /** Requests of a poll in addition to those for the passes. */
  moreRequests?: string;
  /** Inputs in addition to `scanInputs`. The meaning of a stored value depends on them. */
  input?: F;
  /** Output fields; by default, the fields of a pass. */
  fields?: OutputFields;
  sample: Output;
  /** The sample for these inputs, if it depends on them. */
  example?: (context: PollContext, input: InputOf<F> & ScanInputs) => Promise<Output>;
  /** The event with these inputs, for the passes of one template. Called once per poll; may read the template. */
  event: (
    context: PollContext,
    input: InputOf<F> & ScanInputs,
    templateId: string,
  ) => PassEvent<V> | Promise<PassEvent<V>>;
}

/** Why the passes are read: for a poll, at the start of the trigger, or for a test in the editor. */
type Purpose = 'poll' | 'start' | 'test';

/** A pass that has the event. */
interface PassWithEvent {
  row: PassRow;
  /** When it happened, or the pass changed later, epoch ms. */
  latest: number;
  details: Output | undefined;
}

const latestFirst = (a: PassWithEvent, b: PassWithEvent) =>
  b.latest - a.latest || b.row.created - a.row.created;

/**
 * Defines a trigger that reads all passes of a template on every poll: ceil(N / pageSize) requests
 * for N passes.
 */
export function definePassTrigger<
  V extends WatchedValue,
  F extends InputFields = Record<never, never>,
>({
  event: eventOf,
  scopes = ['passes.viewAll'],
  moreRequests,
  input: moreInputs,
  fields = eventFields,
  sample,
  zapier,
  ...others
}: PassTrigger<F, V>) {
  type Input = InputOf<F> & ScanInputs;

  /** Reads the passes of a template, compares them with the last poll, and returns the passes that have the event. */
  async function scan(
    context: PollContext,
    input: Input,
    templateId: string,
    purpose: Purpose,
    last?: SeenObjects<V>,
  ) {
    const now = context.client.clock.now();
    const event = await eventOf(context, input, templateId);
    // Read as far back as the last poll, so that a pass that has just become too old is compared one last time.
    const readFrom = Math.min(now, last?.polledAt ?? now);
    const { lookBackDays: days, maxPasses } = input;
    const createdSince = days && lookBackStart(readFrom, purpose === 'start', days);
    const rows = await readPasses(context, templateId, {
      // Each page rereads the last pass of the previous page. With one more per page, N passes take ceil(N / pageSize)
      // requests.
      pageSize: (input.pageSize ?? PAGE_SIZE) + 1,
      assertTemplateIfEmpty: purpose !== 'poll',
      ...(purpose === 'test'
        ? { atMost: others.onlySample ? 1 : SAMPLE_SCAN_LIMIT }
        : { createdSince, maxPasses }),
    });
    const note = purpose === 'poll' ? undefined : await event.check?.(rows);
    const earliest = last ? earliestEvent(now, last.polledAt) : 0;
    const seen: [string, V][] = [];
    const found: PassWithEvent[] = [];
    for (const row of rows) {
      const before = storedOf(last, row.id);
      const value = toStored(event.value(row), row.id);
      seen.push([row.id, event.keep?.(value, before) ?? value]);
      // The last poll did not list the pass, although it is older. It belongs to the baseline.
      if (last && before === undefined && row.created < last.since) continue;
      if (!event.isEvent(value, before)) continue;
      const at = event.at ? event.at(row, before, purpose === 'test') : row.updated;
      const counts = at !== undefined && at >= earliest && matchesFilters(row, input);
      // When a Zap starts, include passes that cannot have the event yet or match no filter. They may later, and would
      // look new.
      if (!counts && purpose !== 'start') continue;
      const latest = Math.max(at ?? 0, row.updated);
      found.push({ row, latest, details: event.details?.(row, value, before) });
    }
    const state = nextState(last, rows[0]?.created, { now, createdSince }, seen);
    return { found: found.sort(latestFirst), state, note };
  }

  /** The items of these passes, with links if requested. */
  async function itemsOf(
    context: PollContext,
    found: PassWithEvent[],
    wanted: { includeLink: boolean },
  ) {
    const rows = found.map(({ row }) => row);
    const events = await passEvents(context, rows, wanted);
    return events.map((item, i) => ({ ...item, ...found[i]?.details }));
  }

  return defineTrigger({
    ...others,
    scopes,
    zapier: zapier && {
      label: others.label,
      noun: 'Card',
      oncePerPass: zapier.eventId === undefined,
      ...zapier,
    },
    requests: [moreRequests, 'one per page of passes'].filter(Boolean).join(', plus '),
    input: { ...scanInputs, ...moreInputs } as F & typeof scanInputs,
    resetsBaseline: Object.keys(moreInputs ?? {}).filter((key) => !(key in scanInputs)),
    output: { fields, sample },

    async poll(context, input: Input, previous: Record<string, SeenObjects<V>> | undefined) {
      const { found, state } = await pollTemplates(input, previous, async (templateId, last) => {
        const read = await scan(context, input, templateId, last ? 'poll' : 'start', last);
        return { found: last ? read.found : [], state: read.state };
      });
      found.sort(latestFirst).reverse();
      return { items: await itemsOf(context, found, input), state };
    },

    async samples(context, input: Input, onNote) {
      const { found, note } = await scan(context, input, input.templateId, 'test');
      if (note !== undefined) onNote?.(note);
      return await itemsOf(context, found.slice(0, SAMPLE_COUNT), input);
    },

    async pollStateless(context, input: Input, isBaseline) {
      const { templateId } = input;
      const { found } = await scan(context, input, templateId, isBaseline ? 'start' : 'poll');
      return await itemsOf(context, found, { includeLink: false });
    },
  });
}
