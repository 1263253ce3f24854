import type { InputFields, InputOf } from '../fields';
import type { Output, OutputFields } from '../fields/output';
import { eventFields, rowOutputs } from '../operations/pass/output';
import { ownValue } from '../runtime/records';
import { readExpiry } from '../service/passStatus';
import type { PassRow } from '../service/schemas';
import { passEvents } from './passEvents';
import { matchesFilters, scanInputs, type ScanInputs } from './passInputs';
import { lookBackStart, recentWindowStart } from './timeWindows';
import { type StateByTemplate, pollTemplates, watchedTemplateIds } from './pollTemplates';
import { readPassesWithLimits } from './readPassesWithLimits';
import { type Reached, reachedStep, rememberReached, wasValue } from './reached';
import { type Change, type Snapshot, compareList } from './snapshot';
import { type Trigger, SAMPLE_COUNT, SAMPLE_SCAN_LIMIT, defineTrigger } from './trigger';
import type { PollContext } from '../operations/context';

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

/** Recognizes an event in the passes of one template. */
export interface Matcher {
  /**
   * Stored per pass between polls.
   * @param previous what is stored
   * @returns `undefined` if the row does not show what the event watches: then what is stored stays
   */
  fingerprint: (row: PassRow, previous: string | undefined) => string | undefined;
  /** Whether a changed fingerprint is the event, and the event is not too late. */
  isEvent: (change: Change<PassRow>) => boolean;
  /**
   * Whether the pass is in the state the event leaves it in. Needs no earlier state: for samples, and
   * for platforms that store none. Absent if a pass does not show that: a test then outputs the example.
   * @param since epoch ms; 0 for samples. The event happened at or after it, if the pass shows that.
   */
  showsEvent?: (row: PassRow, since: number) => boolean;
  /**
   * Output fields in addition to those of the pass.
   * @param change only in a poll with an earlier state
   */
  details?: (row: PassRow, change?: Change<PassRow>) => Output;
  /**
   * Called with all passes that were read.
   * @throws {ServiceError} if the list lacks what the event needs, so that it would never happen
   */
  assertListed?: (rows: readonly PassRow[]) => void;
  /**
   * Called with the passes that were read when the trigger starts or is tested.
   * @returns what a test in the editor says about them
   * @throws {ServiceError} if none of them can ever have the event
   */
  note?: (rows: readonly PassRow[]) => string | undefined;
}

/** A value of a pass that can be reached. */
interface ReachedAt extends Reached {
  /** Since when it has been reached, epoch ms, unless the pass got the value later. */
  at: number;
}

/**
 * For an event that a pass reaches because of a value of its own, e.g. a date that is near; another value is
 * another event, and the same value is none.
 * @param read `undefined` if the row does not show it
 */
export function whenReaching(read: (row: PassRow) => ReachedAt | undefined): Matcher {
  return {
    fingerprint: (row, previous) => {
      const reached = read(row);
      return reached && rememberReached(previous, row.id, reached);
    },
    isEvent: ({ entry: row, previous, since }) => {
      const reached = read(row);
      if (!reached || reached.step <= reachedStep(previous, row.id, reached.value)) return false;
      const isNewValue = !wasValue(previous, row.id, reached.value);
      return reached.at >= since || (isNewValue && lastChange(row) >= since);
    },
    showsEvent: (row) => (read(row)?.step ?? 0) > 0,
  };
}

/** For an event that is a condition becoming true; it can become false and true again. */
export function whenBecoming(read: (row: PassRow) => boolean | undefined): Matcher {
  return {
    fingerprint: truthOf(read),
    isEvent: ({ entry, current, since }) => current === TRUE && lastChange(entry) >= since,
    showsEvent: (row) => read(row) === true,
  };
}

/** For an event that is a condition becoming false. */
export function whenEnding(read: (row: PassRow) => boolean | undefined): Matcher {
  return {
    fingerprint: truthOf(read),
    isEvent: ({ entry, previous, since }) => previous === TRUE && lastChange(entry) >= since,
  };
}

const TRUE = '1';
const FALSE = '0';

/** @param read `undefined` if the row does not show it */
function truthOf(read: (row: PassRow) => boolean | undefined): Matcher['fingerprint'] {
  return (row) => {
    const isTrue = read(row);
    return isTrue === undefined ? undefined : isTrue ? TRUE : FALSE;
  };
}

/** The last change of a pass as far as it shows one, epoch ms. */
export function lastChange({ created, updated }: PassRow): number {
  return updated ?? created;
}

/** Ends what is stored for a pass that has an end of its validity. */
const HAS_END = '!';

/**
 * For events of valid passes. A pass that had an end of its validity always has one: a row without it does not show
 * whether the pass is still valid, and neither does one without `isValid`.
 */
export function ofKnownValidity({ fingerprint, ...others }: Matcher): Matcher {
  return {
    ...others,
    fingerprint: (row, previous) => {
      const hasEnd = readExpiry(row) !== undefined;
      const isKnown = typeof row.isValid === 'boolean' && (hasEnd || !previous?.endsWith(HAS_END));
      const next = isKnown ? fingerprint(row, previous?.replace(HAS_END, '')) : undefined;
      return next === undefined ? undefined : `${next}${hasEnd ? HAS_END : ''}`;
    },
    showsEvent:
      others.showsEvent &&
      ((row, since) => {
        return typeof row.isValid === 'boolean' && others.showsEvent?.(row, since) === true;
      }),
  };
}

/**
 * Defines a trigger that reads all passes of a template on every poll: ceil(N / pageSize) requests
 * for N passes.
 */
export function defineScanTrigger<F extends InputFields = Record<never, never>>({
  assertInputs,
  matcher,
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
    zapier: zapier && { ...zapier, oncePerPass: zapier.eventId === undefined },
    requests: [moreRequests, 'one per page of passes'].filter(Boolean).join(', plus '),
    input: { ...scanInputs, ...moreInputs } as F & typeof scanInputs,
    output: { fields, sample },
    example: example && ((context, input) => example(context, input as Input)),

    async poll(context, input, previous: StateByTemplate<Snapshot> | undefined) {
      const given = input as Input;
      const now = context.client.clock.now();
      const since = lookBackStart(now, given.lookBackDays) ?? 0;
      const limits = getReadLimits(given);
      const isNew = (id: string) => !previous || ownValue(previous, id) === undefined;
      if (watchedTemplateIds(given).some(isNew)) await assertInputs?.(context, given);
      const { found, state } = await pollTemplates(given, previous, async (id, snapshot) => {
        // As far back as the last poll: a pass that has just become too old is compared one last time.
        const createdSince = Math.min(since, snapshot?.knownSince ?? Infinity) || undefined;
        return await scan(context, id, given, {
          isStart: !snapshot,
          read: () => readPassesWithLimits(context, id, { ...limits, createdSince }),
          find: (entries, { fingerprint, isEvent }) => {
            const compared = compareList(snapshot, {
              entries,
              fingerprint,
              now,
              nextKnownSince: since,
            });
            const changes = compared.changes.filter(isEvent);
            const candidates = changes.map((change) => ({ row: change.entry, change }));
            return { candidates, state: compared.snapshot };
          },
        });
      });
      found.sort(byUpdate);
      return { items: withDetails(await passEvents(context, rowsOf(found), given), found), state };
    },

    async samples(context, input, onNote) {
      const given = input as Input;
      const { templateId, pageSize } = given;
      await assertInputs?.(context, given);
      const { found, note } = await scan(context, templateId, given, {
        isStart: true,
        read: ({ showsEvent }) => {
          // Also without `showsEvent`, so that a test notices a wrong key or template.
          const limits = { pageSize, atMost: showsEvent ? SAMPLE_SCAN_LIMIT : 1 };
          return readPassesWithLimits(context, templateId, limits);
        },
        find: (rows, { showsEvent }) => ({
          candidates: having(rows, (row) => showsEvent?.(row, 0)),
        }),
      });
      if (note !== undefined) onNote?.(note);
      const shown = latestFirst(found).slice(0, SAMPLE_COUNT);
      return withDetails(await passEvents(context, rowsOf(shown), given), shown);
    },

    async pollStateless(context, input, isBaseline) {
      const given = input as Input;
      const { templateId, lookBackDays } = given;
      const now = context.client.clock.now();
      const since = recentWindowStart(now, isBaseline);
      const createdSince = lookBackStart(now, lookBackDays, isBaseline);
      const limits = { ...getReadLimits(given), createdSince };
      if (isBaseline) await assertInputs?.(context, given);
      const { found } = await scan(context, templateId, given, {
        isStart: isBaseline,
        read: () => readPassesWithLimits(context, templateId, limits),
        find: (rows, { showsEvent }) => ({
          candidates: having(rows, (row) => showsEvent?.(row, since)),
        }),
      });
      const latest = latestFirst(found);
      return withDetails(await rowOutputs(context, rowsOf(latest)), latest);
    },
  });

  /** Reads the passes of one template, checks them, and finds those with the event that match the filters. */
  async function scan<T extends { candidates: readonly Candidate[] }>(
    context: PollContext,
    templateId: string,
    input: Input,
    { isStart, read, find }: ScanSteps<T>,
  ): Promise<T & { found: Found[]; note: string | undefined }> {
    const match = await matcher(context, templateId, input);
    const rows = await read(match);
    match.assertListed?.(rows);
    const note = isStart ? match.note?.(rows) : undefined;
    const result = find(rows, match);
    const found = result.candidates
      .filter(({ row }) => matchesFilters(row, input))
      .map(({ row, change }) => ({ row, details: match.details?.(row, change) }));
    return { ...result, found, note };
  }
}

/** What differs between a poll, a test in the editor, and a platform that stores no state. */
interface ScanSteps<T> {
  /** Whether the trigger starts or is tested. */
  isStart: boolean;
  read: (match: Matcher) => Promise<PassRow[]>;
  /** The passes with the event, whatever the filters. */
  find: (rows: readonly PassRow[], match: Matcher) => T;
}

/** A pass with the event. */
interface Candidate {
  row: PassRow;
  /** Only in a poll with an earlier state. */
  change?: Change<PassRow>;
}

/** A pass with the event that matches the filters. */
interface Found {
  row: PassRow;
  details: Output | undefined;
}

function having(
  rows: readonly PassRow[],
  showsEvent: (row: PassRow) => boolean | undefined,
): Candidate[] {
  return rows.filter(showsEvent).map((row) => ({ row }));
}

function rowsOf(found: readonly Found[]): PassRow[] {
  return found.map(({ row }) => row);
}

function withDetails(events: readonly Output[], found: readonly Found[]): Output[] {
  return events.map((event, i) => ({ ...event, ...found[i]?.details }));
}

/**
 * Each page rereads the last pass of the previous one, so reading N passes takes ceil(N / pageSize)
 * requests only if each page has one more.
 */
function getReadLimits({ pageSize, maxPasses }: ScanInputs) {
  return { pageSize: pageSize + 1, maxPasses };
}

/** Compare function: least recently updated first. */
function byUpdate({ row: a }: Found, { row: b }: Found): number {
  return lastChange(a) - lastChange(b) || a.created - b.created;
}

/** Most recently updated first. */
function latestFirst(found: readonly Found[]): Found[] {
  return found.toSorted(byUpdate).reverse();
}
