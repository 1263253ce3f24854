import { rowFields, rowOutput, rowSample } from '../operations/pass/output';
import type { PassRow } from '../service/schemas';
import type { PassInputs } from './inputs';
import { matchesFilters, passInputs } from './inputs';
import { recentSince } from './lookBack';
import type { PerTemplate } from './perTemplate';
import { perTemplate } from './perTemplate';
import { readPasses } from './readPasses';
import type { ReadPasses, Reading } from './readPasses';
import type { Entry, SeenWindow } from './seenWindow';
import { advanced, extended, lateSince, unseen } from './seenWindow';
import type { TriggerContext } from './trigger';
import { SAMPLES, SAMPLES_AMONG, defineTrigger } from './trigger';

export interface NewPassState {
  window: SeenWindow;
  /** Passes that an earlier poll had no time for: created before `below`, compared with their own window. */
  gap?: { below: number; window: SeenWindow };
}

/** Reads only the newest passes: 1 + floor(n / page) requests for n new ones. */
export const newPass = defineTrigger({
  key: 'newPass',
  label: 'New Pass',
  description:
    'When a pass is issued from a template, from any source: this connector, the dashboard or a sign-up form. A pass that shows up in the list more than five minutes late is missed. A poll costs one request, and one more per page of new passes.',
  scopes: ['passes.viewAll'],
  flat: {
    key: 'new_pass',
    label: 'New Pass',
    noun: 'Pass',
    description:
      'Triggers when a new pass is issued from a template. Each poll looks at the passes of the last two days.',
  },
  input: passInputs,
  stateful: ['moreTemplateIds'],
  output: {
    fields: rowFields,
    sample: {
      ...rowSample,
      deviceCount: 0,
      installed: false,
      updated: rowSample.created,
      updatedIso: rowSample.createdIso,
    },
  },

  async poll(context, input, before: PerTemplate<NewPassState> | undefined) {
    const { found, state } = await perTemplate(input, before, (templateId, state) =>
      state
        ? pollTemplate(context, templateId, input, state)
        : baseline(context, templateId, input),
    );
    const items = found
      .filter((row) => matchesFilters(row, input))
      .sort((a, b) => a.created - b.created)
      .map((row) => rowOutput(row, context.client.clock.now()));
    return { items, state };
  },

  async samples(context, input) {
    const { rows } = await read(context, input.templateId, input, {
      pageSize: SAMPLES,
      atMost: SAMPLES,
    });
    const matches = rows.filter((row) => matchesFilters(row, input));
    if (matches.length === rows.length) return outputs(context, rows);
    const more = await read(context, input.templateId, input, { atMost: SAMPLES_AMONG });
    return outputs(
      context,
      more.rows.filter((row) => matchesFilters(row, input)).slice(0, SAMPLES),
    );
  },

  async recent(context, input, seeding) {
    const createdSince = recentSince(context.client.clock.now(), seeding);
    const { rows } = await read(context, input.templateId, input, { createdSince });
    return outputs(
      context,
      rows.filter((row) => matchesFilters(row, input)),
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
  const now = context.client.clock.now();
  const newest = await read(context, templateId, options, { pageSize: 1, atMost: 1 });
  const createdSince = lateSince(newest.rows[0]?.created ?? 0, now);
  const { rows, stoppedAt } = newest.rows[0]
    ? await read(context, templateId, options, { createdSince })
    : newest;
  return { found: [], state: { window: advanced(undefined, rows.map(entry), now, stoppedAt) } };
}

async function pollTemplate(
  context: TriggerContext,
  templateId: string,
  options: Options,
  { window, gap }: NewPassState,
): Promise<{ found: PassRow[]; state: NewPassState }> {
  const now = context.client.clock.now();
  const found: PassRow[] = [];
  let known = window;
  if (gap) {
    const { rows, stoppedAt } = await read(context, templateId, options, {
      createdSince: gap.window.since,
      startAfter: gap.below,
    });
    found.push(...fresh(gap.window, rows));
    known = extended(window, rows.map(entry), now, stoppedAt ?? gap.window.since);
    if (stoppedAt !== undefined) {
      return { found, state: { window: known, gap: { ...gap, below: stoppedAt } } };
    }
  }
  const { rows, stoppedAt } = await read(context, templateId, options, {
    createdSince: known.since,
  });
  found.push(...fresh(known, rows));
  const state: NewPassState = { window: advanced(known, rows.map(entry), now, stoppedAt) };
  if (stoppedAt !== undefined) state.gap = { below: stoppedAt, window: known };
  return { found, state };
}

function entry(row: PassRow): Entry & { row: PassRow } {
  return { at: row.created, id: row.id, row };
}

function fresh(window: SeenWindow, rows: PassRow[]): PassRow[] {
  return unseen(window, rows.map(entry)).map(({ row }) => row);
}

function outputs({ client }: TriggerContext, rows: PassRow[]) {
  const now = client.clock.now();
  return rows.map((row) => rowOutput(row, now));
}
