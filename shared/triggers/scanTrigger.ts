import type { InputFields, InputOf } from '../fields';
import type { Output } from '../fields/output';
import type { OutputFields } from '../fields/output';
import { rowFields, rowOutput } from '../operations/pass/output';
import type { PassRow } from '../service/schemas';
import type { PassChange } from './findChanges';
import { findChanges } from './findChanges';
import { matchesFilters, scanInputs } from './passInputs';
import type { ScanInputs } from './passInputs';
import { lookBackStart, recentWindowStart } from './timeWindows';
import type { StateByTemplate } from './pollTemplates';
import { pollTemplates, watchedTemplateIds } from './pollTemplates';
import { readPassesWithLimits } from './readPassesWithLimits';
import type { Snapshot } from './snapshot';
import type { Trigger, TriggerContext } from './trigger';
import { SAMPLE_COUNT, SAMPLE_SCAN_LIMIT, defineTrigger } from './trigger';

/** Declaration of an event that is found by comparing passes to an earlier poll. */
interface ScanEvent<F extends InputFields> extends Pick<
  Trigger,
  'key' | 'label' | 'description' | 'scopes' | 'zapier' | 'resetsBaseline' | 'requiresState'
> {
  /** Inputs in addition to `scanInputs`. */
  input?: F;
  /** Called once per poll and template; may read the template. */
  matcher: (
    context: TriggerContext,
    templateId: string,
    input: InputOf<F> & ScanInputs,
  ) => Matcher | Promise<Matcher>;
  /**
   * Checks the inputs against the service when a template is first watched, and in a test.
   * @throws {ServiceError} `invalidInput` if the event could never happen
   */
  validate?: (context: TriggerContext, input: InputOf<F> & ScanInputs) => Promise<void>;
  /** Output fields; those of a pass by default. */
  fields?: OutputFields;
  sample: Output;
}

/** Recognizes an event in the passes of one template. */
export interface Matcher {
  /** Stored per pass between polls; `''` to store nothing. */
  fingerprint: (row: PassRow) => string;
  /** Whether a changed fingerprint is the event. */
  isEvent: (change: PassChange) => boolean;
  /** Whether the pass is in the state the event leaves it in; for samples. */
  isMatch: (row: PassRow) => boolean;
  /**
   * Whether the event may have happened at or after `since` (epoch ms), for platforms without state.
   * Default: `isMatch`.
   */
  isRecentMatch?: (row: PassRow, since: number) => boolean;
  /** Output fields in addition to those of the pass. */
  details?: (change: PassChange) => Output;
}

/** For an event that is a condition becoming true; it can become false and true again. */
export function whenBecoming(isMatch: (row: PassRow) => boolean): Matcher {
  return {
    fingerprint: (row) => (isMatch(row) ? '1' : ''),
    isEvent: ({ current }) => current !== '',
    isMatch,
  };
}

/**
 * Defines a trigger that reads all passes of a template on every poll: ceil(N / pageSize) requests
 * for N passes.
 */
export function defineScanTrigger<F extends InputFields = Record<never, never>>({
  matcher,
  validate,
  input: moreInputs,
  requiresState = [],
  fields = rowFields,
  sample,
  ...texts
}: ScanEvent<F>) {
  type Input = InputOf<F> & ScanInputs;
  return defineTrigger({
    ...texts,
    input: { ...scanInputs, ...moreInputs } as F & typeof scanInputs,
    requiresState: ['moreTemplateIds', ...requiresState],
    output: { fields, sample },

    async poll(context, input, previous: StateByTemplate<Snapshot> | undefined) {
      const given = input as Input;
      if (watchedTemplateIds(given).some((id) => previous?.[id] === undefined))
        await validate?.(context, given);
      const { found, state } = await pollTemplates(
        given,
        previous,
        async (templateId, snapshot) => {
          const { fingerprint, isEvent, details } = await matcher(context, templateId, given);
          const changes = await findChanges(context, templateId, given, fingerprint, snapshot);
          const events = changes.found
            .filter((change) => isEvent(change) && matchesFilters(change.item.row, given))
            .map((change) => ({ row: change.item.row, details: details?.(change) }));
          return { found: events, state: changes.state };
        },
      );
      const now = context.client.clock.now();
      return {
        items: found
          .sort((a, b) => byUpdate(a.row, b.row))
          .map(({ row, details }) => ({ ...rowOutput(row, now), ...details })),
        state,
      };
    },

    async samples(context, input) {
      const given = input as Input;
      const { templateId, pageSize } = given;
      await validate?.(context, given);
      const { isMatch } = await matcher(context, templateId, given);
      const { rows } = await readPassesWithLimits(context, templateId, {
        pageSize,
        maxPasses: Infinity,
        atMost: SAMPLE_SCAN_LIMIT,
      });
      const matches = rows.filter((row) => isMatch(row) && matchesFilters(row, given));
      return outputs(context, matches).slice(0, SAMPLE_COUNT);
    },

    async listRecent(context, input, isBaseline) {
      const given = input as Input;
      const { templateId, pageSize, maxPasses, lookBackDays } = given;
      const { isMatch, isRecentMatch = isMatch } = await matcher(context, templateId, given);
      const now = context.client.clock.now();
      const { rows } = await readPassesWithLimits(context, templateId, {
        pageSize,
        maxPasses,
        createdSince: lookBackStart(now, lookBackDays, isBaseline),
        oneMore: true,
      });
      const since = recentWindowStart(now, isBaseline);
      const matches = rows.filter((row) => isRecentMatch(row, since) && matchesFilters(row, given));
      return outputs(context, matches);
    },
  });
}

/** Compare function: least recently updated first. */
function byUpdate(a: PassRow, b: PassRow): number {
  return (a.updated ?? a.created) - (b.updated ?? b.created) || a.created - b.created;
}

/** Most recently updated first. */
function outputs({ client }: TriggerContext, rows: PassRow[]): Output[] {
  const now = client.clock.now();
  return rows
    .sort(byUpdate)
    .reverse()
    .map((row) => rowOutput(row, now));
}
