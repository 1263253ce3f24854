import type { InputFields, InputOf } from '../fields';
import type { Output } from '../operations/operation';
import { rowFields, rowOutput, rowSample } from '../operations/pass/output';
import type { PassRow } from '../service/schemas';
import { changes } from './changes';
import type { Change, Compared } from './changes';
import { passes, scanInputs } from './inputs';
import type { ScanInputs } from './inputs';
import { readPasses } from './readPasses';
import { lookBackTo } from './recent';
import type { PerTemplate } from './templates';
import { perTemplate } from './templates';
import type { Trigger, TriggerContext } from './trigger';
import { SAMPLES, SAMPLES_AMONG, defineTrigger } from './trigger';

/** An event that shows in the passes themselves: one of them is now as it was not before. */
interface ScanEvent<F extends InputFields> extends Pick<
  Trigger,
  'key' | 'label' | 'description' | 'scopes' | 'zapier' | 'baseline'
> {
  /** Inputs besides those that every such event has. */
  input?: F;
  /** What has to be known of the template to judge its passes; one poll asks once. */
  judge: (
    context: TriggerContext,
    templateId: string,
    input: InputOf<F> & ScanInputs,
  ) => Judge | Promise<Judge>;
}

/** How passes of one template are judged. */
export interface Judge {
  /** What of a pass is remembered; see memory.ts. */
  mark: (row: PassRow) => string;
  /** Whether a change of the mark is the event. */
  happened: (change: Change) => boolean;
  /** Whether the pass is now as the event leaves it: for samples, and platforms that keep no state. */
  shows: (row: PassRow) => boolean;
}

/** For a mark that is there or not, and an event that is its appearing. */
export function appearing(is: (row: PassRow) => boolean): Judge {
  return {
    mark: (row) => (is(row) ? 'y' : ''),
    happened: ({ now }) => now !== '',
    shows: is,
  };
}

/**
 * A trigger that looks through the passes of a template: ceil(N / page) requests a poll for N
 * passes (traps.md, polling triggers).
 */
export function defineScanTrigger<F extends InputFields = Record<never, never>>({
  judge,
  input: more,
  ...texts
}: ScanEvent<F>) {
  type Input = InputOf<F> & ScanInputs;
  return defineTrigger({
    ...texts,
    input: { ...scanInputs, ...more } as F & typeof scanInputs,
    stateful: ['moreTemplateIds'],
    output: { fields: rowFields, sample: rowSample },

    async poll(context, input, before: PerTemplate<Compared> | undefined) {
      const given = input as Input;
      const { found, state } = await perTemplate(given, before, async (templateId, state) => {
        const judged = await judge(context, templateId, given);
        const polled = await changes(context, templateId, given, judged.mark, state);
        return { ...polled, found: polled.found.filter(judged.happened) };
      });
      const rows = found.map(({ row }) => row).filter((row) => passes(row, given));
      return { items: outputs(context, rows.sort(byChange)), state };
    },

    async samples(context, input) {
      const given = input as Input;
      const { templateId, pageSize } = given;
      const { shows } = await judge(context, templateId, given);
      const { rows } = await readPasses(context, templateId, {
        pageSize,
        maxPasses: Infinity,
        atMost: SAMPLES_AMONG,
      });
      const fitting = rows.filter((row) => shows(row) && passes(row, given));
      return outputs(context, fitting.slice(0, SAMPLES));
    },

    async recent(context, input, seeding) {
      const given = input as Input;
      const { templateId, pageSize, maxPasses, lookBackDays } = given;
      const { shows } = await judge(context, templateId, given);
      const now = context.client.ports.now();
      const { rows } = await readPasses(context, templateId, {
        pageSize,
        maxPasses,
        createdSince: lookBackTo(now, lookBackDays, seeding),
        oneMore: true,
      });
      const fitting = rows.filter((row) => shows(row) && passes(row, given));
      return outputs(context, fitting.sort(byChange).reverse());
    },
  });
}

/** Longest unchanged first. */
export function byChange(a: PassRow, b: PassRow): number {
  return (a.updated ?? a.created) - (b.updated ?? b.created) || a.created - b.created;
}

function outputs({ client }: TriggerContext, rows: PassRow[]): Output[] {
  const now = client.ports.now();
  return rows.map((row) => rowOutput(row, now));
}
