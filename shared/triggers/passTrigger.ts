/** Events that are found by comparing the passes of a template with what the last poll saw of them. */

import type { InputFields, InputOf } from '../fields';
import type { Output, OutputFields } from '../fields/output';
import type { PollContext } from '../operations/context';
import { rowOutputs } from '../operations/pass/output';
import { eventFields } from '../operations/pass/outputFields';
import type { PassRow } from '../service/schemas';
import type { Scope } from '../service/scopes';
import { passEvents } from './passEvents';
import { matchesFilters, scanInputs, type ScanInputs } from './passInputs';
import {
  type ReadLimits,
  type StateByTemplate,
  lookBackStart,
  pollTemplates,
  readPasses,
} from './readPasses';
import {
  type Seen,
  type Value,
  earliestEvent,
  nextState,
  shortHash,
  storedOf,
  toStored,
} from './state';
import { type Trigger, SAMPLE_COUNT, SAMPLE_SCAN_LIMIT, defineTrigger } from './trigger';

/** An event of a pass: a value, and the rule which of its changes is the event. */
export interface PassEvent<V extends Value> {
  /** What is watched of a pass. */
  value(row: PassRow): V;
  /**
   * Whether this is the event.
   * @param now the value as it is stored: texts are hashes
   * @param before what the last poll saw; `undefined` of a new pass, in a test, and on a platform without state
   */
  isEvent(now: V, before: V | undefined): boolean;
  /** What to store; by default `now`. */
  keep?(now: V, before: V | undefined): V;
  /**
   * Whether a pass can have the event now. One that gets the value while it cannot never has it. Default: all can.
   * @param isTest in a test in the editor, which shows events of any time
   */
  counts?(row: PassRow, isTest: boolean): boolean;
  /** When the event happened, epoch ms: after a pause, one of long ago is too late. Default: the last change. */
  at?(row: PassRow, before: V | undefined): number;
  /** Whether the event counts however late it is found. */
  neverLate?: boolean;
  /** Output fields in addition to those of the pass. */
  details?(row: PassRow, now: V, before: V | undefined): Output;
  /**
   * Looks at all passes where the trigger starts, and in a test.
   * @returns what a test in the editor says about them
   * @throws {ServiceError} if the event would never happen
   */
  check?(rows: readonly PassRow[]): string | undefined | Promise<undefined>;
}

/** For a condition that becomes true; it can become false and true again. */
export function whenBecoming(isTrue: (row: PassRow) => boolean): PassEvent<boolean> {
  return { value: isTrue, isEvent: (now, before) => now && before !== true };
}

/** What a pass has reached: by which value of it, and how far: 0 for not yet, otherwise 1 or the year. */
export type Reached = readonly [of: string, step: number];

/**
 * For something that a pass reaches by a value of its own, e.g. a date. What was reached stays so while the value is the
 * same: a clock that is set back, or another time zone, repeats nothing.
 */
export function whenReaching(value: (row: PassRow) => Reached): PassEvent<Reached> {
  const stepOf = (of: string, before: Reached | undefined) => (before?.[0] === of ? before[1] : 0);
  return {
    value,
    isEvent: ([of, step], before) => step > stepOf(of, before),
    keep: ([of, step], before) => [of, Math.max(step, stepOf(of, before))],
  };
}

type ZapierNames = NonNullable<Trigger['zapier']>;

interface PassTrigger<F extends InputFields, V extends Value> extends Pick<
  Trigger,
  'key' | 'label' | 'description' | 'misses' | 'details' | 'resetsBaseline'
> {
  /** By default, only those of the list of passes. */
  scopes?: readonly Scope[];
  /** Its names on Zapier; by default the label, and the noun of a pass. */
  zapier?: Omit<ZapierNames, 'label' | 'noun'> & Partial<Pick<ZapierNames, 'label' | 'noun'>>;
  /** Set if a pass alone never shows the event: why a test always outputs the sample. */
  onlySample?: string;
  /** Requests of a poll in addition to those for the passes. */
  moreRequests?: string;
  /** Inputs in addition to `scanInputs`. */
  input?: F;
  /** Output fields; those of a pass by default. */
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

/**
 * Defines a trigger that reads all passes of a template on every poll: ceil(N / pageSize) requests
 * for N passes.
 */
export function definePassTrigger<V extends Value, F extends InputFields = Record<never, never>>({
  event: eventOf,
  scopes = ['passes.viewAll'],
  moreRequests,
  input: moreInputs,
  fields = eventFields,
  sample,
  example,
  zapier,
  ...texts
}: PassTrigger<F, V>) {
  type Input = InputOf<F> & ScanInputs;

  async function scan(
    context: PollContext,
    input: Input,
    templateId: string,
    { last, allCount = false, isTest = false, ...read }: Scan<V>,
  ) {
    const { clock } = context.client;
    const event = await eventOf(context, input, templateId);
    // Each page rereads the last pass of the previous one: with one more, N passes take ceil(N / pageSize) requests.
    const limits = { maxPasses: input.maxPasses, ...read, pageSize: input.pageSize + 1 };
    const rows = await readPasses(context, templateId, limits);
    const note = read.isStart ? await event.check?.(rows) : undefined;
    const since = last && !event.neverLate ? earliestEvent(clock.now(), last.polledAt) : 0;
    const seen: [string, V][] = [];
    const found: Found[] = [];
    for (const row of rows) {
      const key = shortHash(row.id);
      const before = storedOf(last, key);
      const now = toStored(event.value(row), row.id);
      seen.push([key, event.keep?.(now, before) ?? now]);
      // It is older than the last poll, which did not list it: it belongs to the baseline.
      if (last && before === undefined && row.created < last.since) continue;
      const doesCount = () => event.counts?.(row, isTest) !== false && matchesFilters(row, input);
      if (!event.isEvent(now, before) || !(allCount || doesCount())) continue;
      const at = event.at?.(row, before) ?? row.updated;
      if (at >= since) found.push({ row, at, details: event.details?.(row, now, before) });
    }
    return { found: found.sort(earliestFirst), seen, rows, note };
  }

  return defineTrigger({
    ...texts,
    scopes,
    zapier: zapier && {
      label: texts.label,
      noun: 'Digital Pass',
      oncePerPass: zapier.eventId === undefined,
      ...zapier,
    },
    requests: [moreRequests, 'one per page of passes'].filter(Boolean).join(', plus '),
    input: { ...scanInputs, ...moreInputs } as F & typeof scanInputs,
    output: { fields, sample },
    example,

    async poll(context, input: Input, previous: StateByTemplate<Seen<V>> | undefined) {
      const now = context.client.clock.now();
      const { found, state } = await pollTemplates(input, previous, async (templateId, last) => {
        // As far back as the last poll: a pass that has just become too old is compared one last time.
        const readFrom = Math.min(now, last?.polledAt ?? now);
        const createdSince = lookBackStart(readFrom, input.lookBackDays);
        const read = { last, createdSince, isStart: !last };
        const { found, rows, seen } = await scan(context, input, templateId, read);
        const state = nextState(last, rows[0]?.created, { now, createdSince }, seen);
        return { found: last ? found : [], state };
      });
      found.sort(earliestFirst);
      return { items: withDetails(await passEvents(context, rowsOf(found), input), found), state };
    },

    async samples(context, input: Input, onNote) {
      // Also if a test cannot find any, so that it notices a wrong key or template.
      const atMost = texts.onlySample ? 1 : SAMPLE_SCAN_LIMIT;
      const read = { atMost, maxPasses: Infinity, isStart: true, isTest: true };
      const { found, note } = await scan(context, input, input.templateId, read);
      if (note !== undefined) onNote?.(note);
      const shown = found.reverse().slice(0, SAMPLE_COUNT);
      return withDetails(await passEvents(context, rowsOf(shown), input), shown);
    },

    async pollStateless(context, input: Input, isBaseline) {
      const now = context.client.clock.now();
      const createdSince = lookBackStart(now, input.lookBackDays, isBaseline);
      // Where a Zap starts, also the passes that do not count or match: they may later, and would look new then.
      const read = { createdSince, isStart: isBaseline, allCount: isBaseline };
      const { found } = await scan(context, input, input.templateId, read);
      found.reverse();
      return withDetails(await rowOutputs(context, rowsOf(found)), found);
    },
  });
}

interface Scan<V> extends Pick<ReadLimits, 'createdSince' | 'atMost' | 'maxPasses'> {
  /** What to compare with; by default, with nothing. */
  last?: Seen<V> | undefined;
  isStart: boolean;
  /** Whether passes have the event that do not count, or do not match the filters. */
  allCount?: boolean;
  isTest?: boolean;
}

/** A pass that has the event. */
interface Found {
  row: PassRow;
  /** When the event happened, epoch ms. */
  at: number;
  details: Output | undefined;
}

function rowsOf(found: readonly Found[]): PassRow[] {
  return found.map(({ row }) => row);
}

/** @param events of the same passes, in the same order */
function withDetails(events: readonly Output[], found: readonly Found[]): Output[] {
  return events.map((event, i) => ({ ...event, ...found[i]?.details }));
}

/** Compare function. */
function earliestFirst(a: Found, b: Found): number {
  const lastOf = ({ at, row }: Found) => Math.max(at, row.updated);
  return lastOf(a) - lastOf(b) || a.row.created - b.row.created;
}
