import * as field from '../fields';
import { rowFields, rowOutput, rowSample } from '../operations/pass/output';
import type { PassRow } from '../service/schemas';
import { changes } from './changes';
import type { Compared } from './changes';
import { passes, scanInputs } from './inputs';
import { readPasses } from './readPasses';
import { lookBackTo, recentSince } from './recent';
import { byChange } from './scanTrigger';
import type { PerTemplate } from './templates';
import { perTemplate } from './templates';
import type { TriggerContext } from './trigger';
import { SAMPLES, SAMPLES_AMONG, defineTrigger } from './trigger';
import { pollUpdates } from './updates';
import type { UpdatesState } from './updates';
import { changedFields, fieldsMark, watchedFields } from './watchedFields';

/** A change found, with what changed where that was asked for. */
interface Found {
  row: PassRow;
  changed?: string[];
}

/** traps.md, polling triggers: ceil(N / page) requests for N passes, however few have changed. */
export const passUpdated = defineTrigger({
  key: 'passUpdated',
  label: 'Pass Updated',
  description:
    'When something about a pass changes after it was issued: values, stamps, balance, validity, contact. Several changes between two polls are one event. What caused it is not known, so what updates passes because of it can start a loop: watch single fields, or ignore your own external IDs. A poll costs one request per page of passes it looks through.',
  scopes: ['passes.viewAll'],
  zapier: {
    key: 'pass_updated',
    label: 'Pass Details Changed',
    noun: 'Pass',
    description:
      'Triggers when values, stamps, balance, validity or contact of a pass change after it was issued. Several changes between two polls are one event.',
    eventId: ({ id, updated }) => `${String(id)}:${String(updated)}`,
  },
  input: { ...scanInputs, watchedFields },
  stateful: ['moreTemplateIds', 'watchedFields'],
  baseline: ['watchedFields'],
  output: {
    fields: { ...rowFields, changed: { label: 'Changed Fields', type: 'list', items: 'string' } },
    sample: rowSample,
  },

  async poll(context, input, before: PerTemplate<UpdatesState | Compared> | undefined) {
    const { found, state } = await perTemplate<Found, UpdatesState | Compared>(
      input,
      before,
      (templateId, state) => pollTemplate(context, templateId, input, state),
    );
    const now = context.client.ports.now();
    const items = found
      .filter(({ row }) => passes(row, input))
      .sort((a, b) => byChange(a.row, b.row))
      .map(({ row, changed }) => ({
        ...rowOutput(row, now),
        ...(changed === undefined ? {} : { changed }),
      }));
    return { items, state };
  },

  async samples(context, input) {
    const { rows } = await readPasses(context, input.templateId, {
      pageSize: input.pageSize,
      maxPasses: Infinity,
      atMost: SAMPLES_AMONG,
    });
    const fitting = rows.filter((row) => isUpdated(row) && passes(row, input));
    return newestFirst(context, fitting).slice(0, SAMPLES);
  },

  async recent(context, input, seeding) {
    const now = context.client.ports.now();
    const { rows } = await readPasses(context, input.templateId, {
      pageSize: input.pageSize,
      maxPasses: input.maxPasses,
      createdSince: lookBackTo(now, input.lookBackDays, seeding),
      oneMore: true,
    });
    const since = recentSince(now, seeding);
    const fitting = rows.filter(
      (row) => isUpdated(row) && (row.updated ?? 0) >= since && passes(row, input),
    );
    return newestFirst(context, fitting);
  },
});

async function pollTemplate(
  context: TriggerContext,
  templateId: string,
  input: field.InputOf<typeof scanInputs> & { watchedFields: string[] | undefined },
  state: UpdatesState | Compared | undefined,
): Promise<{ found: Found[]; state: UpdatesState | Compared }> {
  const watched = input.watchedFields;
  if (!watched) return pollUpdates(context, templateId, input, state as UpdatesState | undefined);
  const polled = await changes(
    context,
    templateId,
    input,
    (row) => fieldsMark(row, watched),
    state as Compared | undefined,
  );
  const found = polled.found.filter(({ before }) => before !== '');
  return {
    state: polled.state,
    found: found.map(({ row, before, now }) => ({
      row,
      changed: changedFields(watched, before, now),
    })),
  };
}

/** A pass that was only issued is a new one, not an updated one. */
export function isUpdated({ created, updated }: PassRow): boolean {
  return (updated ?? 0) > created;
}

function newestFirst({ client }: TriggerContext, rows: PassRow[]) {
  const now = client.ports.now();
  return rows
    .sort(byChange)
    .reverse()
    .map((row) => rowOutput(row, now));
}
