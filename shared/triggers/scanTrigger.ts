import type { InputFields, InputOf } from '../fields';
import type { Output, OutputFields } from '../fields/output';
import type { PollContext } from '../operations/context';
import { rowOutputs } from '../operations/pass/output';
import { eventFields } from '../operations/pass/outputFields';
import { ownValue } from '../runtime/records';
import type { PassRow } from '../service/schemas';
import { type Matcher, lastChange } from './matchers';
import { passEvents } from './passEvents';
import { matchesFilters, scanInputs, type ScanInputs } from './passInputs';
import { type StateByTemplate, pollTemplates, watchedTemplateIds } from './pollTemplates';
import { type ReadLimits, readPassesWithLimits } from './readPassesWithLimits';
import { type Snapshot, compareList } from './snapshot';
import { ANY_TIME, lookBackStart, recentWindowStart } from './timeWindows';
import { type Trigger, SAMPLE_COUNT, SAMPLE_SCAN_LIMIT, defineTrigger } from './trigger';

/** Declaration of an event that is found by comparing passes to an earlier poll. */
interface ScanEvent<F extends InputFields> extends Pick<
  Trigger,
  | 'key'
  | 'label'
  | 'description'
  | 'misses'
  | 'details'
  | 'scopes'
  | 'zapier'
  | 'resetsBaseline'
  | 'onlySample'
> {
  /** Requests of a poll in addition to those for the passes. */
  moreRequests?: string;
  /** Inputs in addition to `scanInputs`. */
  input?: F;
  /**
   * Called before passes are read: where a baseline begins, and in a test.
   * @throws {ServiceError} if the event could never happen with these inputs
   */
  assertInputs?: (context: PollContext, input: InputOf<F> & ScanInputs) => Promise<void>;
  /** Called once per poll and template; may read the template. */
  matcher: (
    context: PollContext,
    templateId: string,
    input: InputOf<F> & ScanInputs,
  ) => Matcher | Promise<Matcher>;
  /** Output fields; those of a pass by default. */
  fields?: OutputFields;
  sample: Output;
  /** The sample for these inputs, if it depends on them. */
  example?: (context: PollContext, input: InputOf<F> & ScanInputs) => Promise<Output>;
}

/**
 * Defines a trigger that reads all passes of a template on every poll: ceil(N / pageSize) requests
 * for N passes.
 */
export function defineScanTrigger<F extends InputFields = Record<never, never>>({
  assertInputs,
  matcher: createMatcher,
  moreRequests,
  input: moreInputs,
  fields = eventFields,
  sample,
  example,
  zapier,
  ...texts
}: ScanEvent<F>) {
  type Input = InputOf<F> & ScanInputs;
  return defineTrigger({
    ...texts,
    zapier: zapier && { oncePerPass: zapier.eventId === undefined, ...zapier },
    requests: [moreRequests, 'one per page of passes'].filter(Boolean).join(', plus '),
    input: { ...scanInputs, ...moreInputs } as F & typeof scanInputs,
    output: { fields, sample },
    example,

    // For each template: read the passes, compare them with the snapshot, and keep the changes that are the event and
    // that the filters let through. Then output the events of all templates, oldest first.
    async poll(context, input: Input, previous: StateByTemplate<Snapshot> | undefined) {
      const now = context.client.clock.now();
      const lookBack = lookBackStart(now, input.lookBackDays);
      const isNew = (id: string) => !previous || ownValue(previous, id) === undefined;
      if (watchedTemplateIds(input).some(isNew)) await assertInputs?.(context, input);
      const { found, state } = await pollTemplates(input, previous, async (id, snapshot) => {
        // As far back as the last poll: a pass that has just become too old is compared one last time.
        const createdSince = Math.min(lookBack, snapshot?.knownSince ?? Infinity);
        const matcher = await createMatcher(context, id, input);
        const limits = { ...scanLimits(input, createdSince), isStart: !snapshot };
        const rows = await readPassesWithLimits(context, id, limits);
        matcher.check?.(rows, !snapshot);
        const { fingerprint, isEvent, details } = matcher;
        const list = { entries: rows, fingerprint, now, nextKnownSince: lookBack };
        const compared = compareList(snapshot, list);
        const events = compared.changes
          .filter((change) => isEvent(change) && matchesFilters(change.entry, input))
          .map((change) => ({ row: change.entry, details: details?.(change.entry, change) }));
        return { found: events, state: compared.snapshot };
      });
      found.sort(byUpdate);
      return { items: withDetails(await passEvents(context, rowsOf(found), input), found), state };
    },

    async samples(context, input: Input, onNote) {
      const { templateId, pageSize } = input;
      await assertInputs?.(context, input);
      const matcher = await createMatcher(context, templateId, input);
      // Also without `showsEvent`, so that a test notices a wrong key or template.
      const atMost = matcher.showsEvent ? SAMPLE_SCAN_LIMIT : 1;
      const limits = { pageSize, atMost, isStart: true };
      const rows = await readPassesWithLimits(context, templateId, limits);
      const note = matcher.check?.(rows, true);
      if (note !== undefined) onNote?.(note);
      const found = latestFirst(showingEvent(rows, matcher, input, ANY_TIME));
      const shown = found.slice(0, SAMPLE_COUNT);
      return withDetails(await passEvents(context, rowsOf(shown), input), shown);
    },

    async pollStateless(context, input: Input, isBaseline) {
      const { templateId, lookBackDays } = input;
      const now = context.client.clock.now();
      if (isBaseline) await assertInputs?.(context, input);
      const matcher = await createMatcher(context, templateId, input);
      const createdSince = lookBackStart(now, lookBackDays, isBaseline);
      const limits = { ...scanLimits(input, createdSince), isStart: isBaseline };
      const rows = await readPassesWithLimits(context, templateId, limits);
      matcher.check?.(rows, isBaseline);
      const since = recentWindowStart(now, isBaseline);
      const found = isBaseline
        ? pastEvents(rows, matcher, since)
        : showingEvent(rows, matcher, input, since);
      const events = latestFirst(found);
      return withDetails(await rowOutputs(context, rowsOf(events)), events);
    },
  });
}

/**
 * Each page rereads the last pass of the previous one, so reading N passes takes ceil(N / pageSize)
 * requests only if each page has one more.
 */
function scanLimits({ pageSize, maxPasses }: ScanInputs, createdSince: number): ReadLimits {
  return { pageSize: pageSize + 1, maxPasses, createdSince };
}

/** A pass with the event that matches the filters. */
interface Found {
  row: PassRow;
  details: Output | undefined;
}

/** Without an earlier state: the passes that show the event. */
function showingEvent(
  rows: readonly PassRow[],
  { showsEvent, details }: Matcher,
  input: ScanInputs,
  since: number,
): Found[] {
  return rows
    .filter((row) => showsEvent?.(row, since) && matchesFilters(row, input))
    .map((row) => ({ row, details: details?.(row) }));
}

/** The passes that must not be an event later, whatever the filters: they may match then. */
function pastEvents(
  rows: readonly PassRow[],
  { showsEvent, mayBePast, details }: Matcher,
  since: number,
): Found[] {
  return rows
    .filter((row) => mayBePast?.(row) || showsEvent?.(row, since))
    .map((row) => ({ row, details: details?.(row) }));
}

function rowsOf(found: readonly Found[]): PassRow[] {
  return found.map(({ row }) => row);
}

/** @param events of the same passes, in the same order */
function withDetails(events: readonly Output[], found: readonly Found[]): Output[] {
  return events.map((event, i) => ({ ...event, ...found[i]?.details }));
}

/** Compare function: least recently updated first. */
function byUpdate({ row: a }: Found, { row: b }: Found): number {
  return lastChange(a) - lastChange(b) || a.created - b.created;
}

/** Most recently updated first. */
function latestFirst(found: readonly Found[]): Found[] {
  return found.toSorted(byUpdate).reverse();
}
