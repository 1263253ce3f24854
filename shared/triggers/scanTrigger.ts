import type { InputFields, InputOf } from '../fields';
import type { Output } from '../fields/output';
import type { OutputFields } from '../fields/output';
import { rowFields, rowOutput } from '../operations/pass/output';
import type { PassRow } from '../service/schemas';
import type { PassChange } from './findChanges';
import { findChanges } from './findChanges';
import { matchesFilters, scanInputs } from './inputs';
import type { ScanInputs } from './inputs';
import { lookBackTo, recentSince } from './lookBack';
import type { PerTemplate } from './perTemplate';
import { perTemplate, templatesOf } from './perTemplate';
import { readPasses } from './readPasses';
import type { Snapshot } from './snapshot';
import type { Trigger, TriggerContext } from './trigger';
import { SAMPLES, SAMPLES_AMONG, defineTrigger } from './trigger';

/** An event that shows in the passes themselves: one of them is now as it was not before. */
interface ScanEvent<F extends InputFields> extends Pick<
  Trigger,
  'key' | 'label' | 'description' | 'scopes' | 'flat' | 'baseline' | 'stateful'
> {
  /** Inputs besides those that every such event has. */
  input?: F;
  /** What has to be known of the template to recognize the event; asked for once per poll. */
  matcher: (
    context: TriggerContext,
    templateId: string,
    input: InputOf<F> & ScanInputs,
  ) => Matcher | Promise<Matcher>;
  /**
   * Checks the inputs against the service, when a template is first watched and in a test.
   * @throws {ServiceError} `invalidInput` where the event could never happen
   */
  check?: (context: TriggerContext, input: InputOf<F> & ScanInputs) => Promise<void>;
  /** Output fields where they differ from those of a pass. */
  fields?: OutputFields;
  sample: Output;
}

/** How an event shows in the passes of one template. */
export interface Matcher {
  /** What of a pass is remembered; `''` where there is nothing to remember. */
  fingerprint: (row: PassRow) => string;
  /** Whether a change of the fingerprint is the event. */
  isEvent: (change: PassChange) => boolean;
  /** Whether the pass is now as the event leaves it. */
  isMatch: (row: PassRow) => boolean;
  /**
   * The same where a platform keeps no state and only wants what may have happened since a moment
   * (epoch ms); where left out, whatever matches.
   */
  isRecentMatch?: (row: PassRow, since: number) => boolean;
  /** What the item holds besides the pass. */
  details?: (change: PassChange) => Output;
}

/** For an event that is a condition becoming true, and happens again when it was false meanwhile. */
export function becoming(isMatch: (row: PassRow) => boolean): Matcher {
  return {
    fingerprint: (row) => (isMatch(row) ? '1' : ''),
    isEvent: ({ now }) => now !== '',
    isMatch,
  };
}

/**
 * A trigger that reads all passes of a template on every poll: ceil(N / page) requests for N passes.
 */
export function defineScanTrigger<F extends InputFields = Record<never, never>>({
  matcher,
  check,
  input: more,
  stateful = [],
  fields = rowFields,
  sample,
  ...texts
}: ScanEvent<F>) {
  type Input = InputOf<F> & ScanInputs;
  return defineTrigger({
    ...texts,
    input: { ...scanInputs, ...more } as F & typeof scanInputs,
    stateful: ['moreTemplateIds', ...stateful],
    output: { fields, sample },

    async poll(context, input, before: PerTemplate<Snapshot> | undefined) {
      const given = input as Input;
      if (templatesOf(given).some((id) => before?.[id] === undefined))
        await check?.(context, given);
      const { found, state } = await perTemplate(given, before, async (templateId, state) => {
        const { fingerprint, isEvent, details } = await matcher(context, templateId, given);
        const polled = await findChanges(context, templateId, given, fingerprint, state);
        const events = polled.found
          .filter((change) => isEvent(change) && matchesFilters(change.item.row, given))
          .map((change) => ({ row: change.item.row, details: details?.(change) }));
        return { ...polled, found: events };
      });
      const now = context.client.clock.now();
      return {
        items: found
          .sort((a, b) => byChange(a.row, b.row))
          .map(({ row, details }) => ({ ...rowOutput(row, now), ...details })),
        state,
      };
    },

    async samples(context, input) {
      const given = input as Input;
      const { templateId, pageSize } = given;
      await check?.(context, given);
      const { isMatch } = await matcher(context, templateId, given);
      const { rows } = await readPasses(context, templateId, {
        pageSize,
        maxPasses: Infinity,
        atMost: SAMPLES_AMONG,
      });
      const matches = rows.filter((row) => isMatch(row) && matchesFilters(row, given));
      return outputs(context, matches).slice(0, SAMPLES);
    },

    async recent(context, input, seeding) {
      const given = input as Input;
      const { templateId, pageSize, maxPasses, lookBackDays } = given;
      const { isMatch, isRecentMatch = isMatch } = await matcher(context, templateId, given);
      const now = context.client.clock.now();
      const { rows } = await readPasses(context, templateId, {
        pageSize,
        maxPasses,
        createdSince: lookBackTo(now, lookBackDays, seeding),
        oneMore: true,
      });
      const since = recentSince(now, seeding);
      const matches = rows.filter((row) => isRecentMatch(row, since) && matchesFilters(row, given));
      return outputs(context, matches);
    },
  });
}

/** Longest unchanged first. */
function byChange(a: PassRow, b: PassRow): number {
  return (a.updated ?? a.created) - (b.updated ?? b.created) || a.created - b.created;
}

/** What changed last comes first. */
function outputs({ client }: TriggerContext, rows: PassRow[]): Output[] {
  const now = client.clock.now();
  return rows
    .sort(byChange)
    .reverse()
    .map((row) => rowOutput(row, now));
}
