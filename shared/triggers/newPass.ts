import { rowFields, rowOutput, rowSample } from '../operations/pass/output';
import type { PassRow } from '../service/schemas';
import type { PassInputs } from './inputs';
import { passInputs, passes } from './inputs';
import { readPasses } from './readPasses';
import type { ReadPasses, Reading } from './readPasses';
import { recentSince } from './recent';
import type { PerTemplate } from './templates';
import { perTemplate } from './templates';
import type { TriggerContext } from './trigger';
import { SAMPLES, SAMPLES_AMONG, defineTrigger } from './trigger';
import type { Moment, Window } from './window';
import { LATE_BY, advanced, extended, unseen } from './window';

export interface NewPassState {
  window: Window;
  /** Passes that an earlier poll had no time for: created before `below`, judged by their own window. */
  gap?: { below: number; window: Window };
}

/** traps.md, polling triggers: 1 + floor(n / page) requests for n new passes. */
export const newPass = defineTrigger({
  key: 'newPass',
  label: 'New Pass',
  description:
    'When a pass is issued from a template, by whatever way: this connector, the dashboard, a sign-up form. A pass that shows up more than five minutes late is missed. A poll costs one request, and one more per page of new passes.',
  scopes: ['passes.viewAll'],
  zapier: {
    key: 'new_pass',
    label: 'New Pass',
    noun: 'Pass',
    description:
      'Triggers when a new pass is issued from a template, by whatever way. Each poll looks at the passes of the last two days.',
  },
  input: passInputs,
  stateful: ['moreTemplateIds'],
  output: { fields: rowFields, sample: rowSample },

  async poll(context, input, before: PerTemplate<NewPassState> | undefined) {
    const { found, state } = await perTemplate(input, before, (templateId, state) =>
      state
        ? pollTemplate(context, templateId, input, state)
        : baseline(context, templateId, input),
    );
    const items = found
      .filter((row) => passes(row, input))
      .sort((a, b) => a.created - b.created)
      .map((row) => rowOutput(row, context.client.ports.now()));
    return { items, state };
  },

  async samples(context, input) {
    const { rows } = await read(context, input.templateId, input, {
      pageSize: SAMPLES,
      atMost: SAMPLES,
    });
    const fitting = rows.filter((row) => passes(row, input));
    if (fitting.length === rows.length) return outputs(context, rows);
    const more = await read(context, input.templateId, input, { atMost: SAMPLES_AMONG });
    return outputs(context, more.rows.filter((row) => passes(row, input)).slice(0, SAMPLES));
  },

  async recent(context, input, seeding) {
    const createdSince = recentSince(context.client.ports.now(), seeding);
    const { rows } = await read(context, input.templateId, input, { createdSince });
    return outputs(
      context,
      rows.filter((row) => passes(row, input)),
    );
  },
});

type Options = Pick<PassInputs, 'pageSize' | 'maxPasses'>;

function read(
  context: TriggerContext,
  templateId: string,
  { pageSize, maxPasses }: Options,
  reading: Partial<Reading>,
): Promise<ReadPasses> {
  return readPasses(context, templateId, { pageSize, maxPasses, ...reading });
}

/** Looks back as far as a late pass could show up. */
async function baseline(context: TriggerContext, templateId: string, options: Options) {
  const newest = await read(context, templateId, options, { pageSize: 1, atMost: 1 });
  const createdSince = (newest.rows[0]?.created ?? 0) - LATE_BY;
  const { rows, stoppedAt } = newest.rows[0]
    ? await read(context, templateId, options, { createdSince })
    : newest;
  return { found: [], state: { window: advanced(undefined, rows.map(moment), stoppedAt) } };
}

async function pollTemplate(
  context: TriggerContext,
  templateId: string,
  options: Options,
  { window, gap }: NewPassState,
): Promise<{ found: PassRow[]; state: NewPassState }> {
  const found: PassRow[] = [];
  let known = window;
  if (gap) {
    const { rows, stoppedAt } = await read(context, templateId, options, {
      createdSince: gap.window.since,
      startAfter: gap.below,
    });
    found.push(...fresh(gap.window, rows));
    known = extended(window, rows.map(moment), stoppedAt ?? gap.window.since);
    if (stoppedAt !== undefined) {
      return { found, state: { window: known, gap: { ...gap, below: stoppedAt } } };
    }
  }
  const { rows, stoppedAt } = await read(context, templateId, options, {
    createdSince: known.since,
  });
  found.push(...fresh(known, rows));
  const state: NewPassState = { window: advanced(known, rows.map(moment), stoppedAt) };
  if (stoppedAt !== undefined) state.gap = { below: stoppedAt, window: known };
  return { found, state };
}

function moment({ id, created }: PassRow): Moment {
  return { at: created, key: id };
}

function fresh(window: Window, rows: PassRow[]): PassRow[] {
  const keys = new Set(unseen(window, rows.map(moment)).map(({ key }) => key));
  return rows.filter(({ id }) => keys.has(id));
}

function outputs({ client }: TriggerContext, rows: PassRow[]) {
  const now = client.ports.now();
  return rows.map((row) => rowOutput(row, now));
}
