import {
  MAY_LACK_DESIGNER_FIELDS,
  rowFields,
  rowOutput,
  rowSample,
} from '../operations/pass/output';
import type { PassRow } from '../service/schemas';
import type { PassInputs } from './passInputs';
import { matchesFilters, passInputs } from './passInputs';
import { recentWindowStart } from './timeWindows';
import type { StateByTemplate } from './pollTemplates';
import { pollTemplates } from './pollTemplates';
import { readPassesWithLimits } from './readPassesWithLimits';
import type { ReadResult, ReadLimits } from './readPassesWithLimits';
import type { Entry, SeenWindow } from './seenWindow';
import { advanceWindow, extendWindow, overlapStart, unseenEntries } from './seenWindow';
import type { TriggerContext } from './trigger';
import { SAMPLE_COUNT, SAMPLE_SCAN_LIMIT, defineTrigger } from './trigger';

/** State of one template; bounded as {@link SeenWindow} is. */
interface NewPassState {
  window: SeenWindow;
  /**
   * Passes that an earlier poll had no time to read: those created before `below` (epoch ms) that are
   * not in `window`, the window from before that poll.
   */
  gap?: { below: number; window: SeenWindow };
}

/** Reads only the newest passes: 1 + floor(n / pageSize) requests for n new ones. */
export const newPass = defineTrigger({
  key: 'newPass',
  label: 'New Pass',
  description: `When a pass is issued from a template, from any source: this connector, the dashboard or a sign-up form. A pass that appears in the list more than five minutes late is missed. Each poll costs one request, plus one per page of new passes. ${MAY_LACK_DESIGNER_FIELDS}`,
  scopes: ['passes.viewAll'],
  zapier: {
    key: 'new_pass',
    label: 'New Pass',
    noun: 'Pass',
    description: 'Triggers when a new pass is issued from a template.',
  },
  input: passInputs,
  requiresState: ['moreTemplateIds'],
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

  async poll(context, input, previous: StateByTemplate<NewPassState> | undefined) {
    const { found, state } = await pollTemplates(input, previous, (templateId, templateState) =>
      templateState
        ? pollTemplate(context, templateId, input, templateState)
        : setBaseline(context, templateId, input),
    );
    const items = found
      .filter((row) => matchesFilters(row, input))
      .sort((a, b) => a.created - b.created)
      .map((row) => rowOutput(row, context.client.clock.now()));
    return { items, state };
  },

  async samples(context, input) {
    const { rows } = await read(context, input.templateId, input, {
      pageSize: SAMPLE_COUNT,
      atMost: SAMPLE_COUNT,
    });
    const matches = rows.filter((row) => matchesFilters(row, input));
    if (matches.length === rows.length) return outputs(context, rows);
    const more = await read(context, input.templateId, input, { atMost: SAMPLE_SCAN_LIMIT });
    return outputs(
      context,
      more.rows.filter((row) => matchesFilters(row, input)).slice(0, SAMPLE_COUNT),
    );
  },

  async listRecent(context, input, isBaseline) {
    const createdSince = recentWindowStart(context.client.clock.now(), isBaseline);
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
  limits: Partial<ReadLimits>,
): Promise<ReadResult> {
  return readPassesWithLimits(context, templateId, { pageSize, maxPasses, ...limits });
}

/** Reads back as far as a pass that is listed late can be. */
async function setBaseline(context: TriggerContext, templateId: string, options: Options) {
  const now = context.client.clock.now();
  const newest = await read(context, templateId, options, { pageSize: 1, atMost: 1 });
  const createdSince = overlapStart(newest.rows[0]?.created ?? 0, now);
  const { rows, stoppedAt } = newest.rows[0]
    ? await read(context, templateId, options, { createdSince })
    : newest;
  const window = advanceWindow(undefined, rows.map(entryOf), now, stoppedAt);
  return { found: [], state: { window } };
}

async function pollTemplate(
  context: TriggerContext,
  templateId: string,
  options: Options,
  { window, gap }: NewPassState,
): Promise<{ found: PassRow[]; state: NewPassState }> {
  const now = context.client.clock.now();
  const found: PassRow[] = [];
  let current = window;
  if (gap) {
    const gapStart = gap.window.since;
    const { rows, stoppedAt } = await read(context, templateId, options, {
      createdSince: gapStart,
      startAfter: gap.below,
    });
    found.push(...unseenRows(gap.window, rows));
    current = extendWindow(window, rows.map(entryOf), now, stoppedAt ?? gapStart);
    if (stoppedAt !== undefined) {
      return { found, state: { window: current, gap: { ...gap, below: stoppedAt } } };
    }
  }
  const { rows, stoppedAt } = await read(context, templateId, options, {
    createdSince: current.since,
  });
  found.push(...unseenRows(current, rows));
  const state: NewPassState = {
    window: advanceWindow(current, rows.map(entryOf), now, stoppedAt),
  };
  if (stoppedAt !== undefined) state.gap = { below: stoppedAt, window: current };
  return { found, state };
}

function entryOf(row: PassRow): Entry & { row: PassRow } {
  return { created: row.created, id: row.id, row };
}

function unseenRows(window: SeenWindow, rows: PassRow[]): PassRow[] {
  return unseenEntries(window, rows.map(entryOf)).map(({ row }) => row);
}

function outputs({ client }: TriggerContext, rows: PassRow[]) {
  const now = client.clock.now();
  return rows.map((row) => rowOutput(row, now));
}
