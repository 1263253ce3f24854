import { templateId } from '../operations/pass/inputs';
import { listPasses } from '../operations/pass/calls';
import { rowFields, rowOutput, rowSample } from '../operations/pass/output';
import { PAGE_SIZE, scanPasses } from '../operations/pass/scan';
import type { ScanOptions } from '../operations/pass/scan';
import type { PassRow } from '../service/schemas';
import type { TriggerContext } from './trigger';
import { defineTrigger } from './trigger';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A pass may show up this much later than its `created` says. */
const LATE_BY = 5 * MINUTE;
const SAMPLES = 3;

/** Zapier remembers IDs itself: it gets the newest of these two bounds on every poll. */
const RECENT_WINDOW = 48 * HOUR;
const SEED_WINDOW = 72 * HOUR;
const RECENT_AT_MOST = 10 * PAGE_SIZE;

export interface NewPassState {
  /** The newest `created` seen, epoch ms; the service's clock, never ours. 0 on an empty template. */
  watermark: number;
  /** IDs seen at or after `watermark` minus {@link LATE_BY}. */
  seen: string[];
}

/** traps.md, polling triggers: 1 + floor(n / page) requests for n new passes. */
export const newPass = defineTrigger({
  key: 'newPass',
  label: 'New Pass',
  description:
    'When a pass is issued from a template, by whatever way: this connector, the dashboard, a sign-up form',
  scopes: ['passes.viewAll'],
  zapier: {
    key: 'new_pass',
    label: 'New Pass',
    noun: 'Pass',
    description: 'Triggers when a new pass is issued from a template.',
  },
  input: { templateId },
  output: { fields: rowFields, sample: rowSample },

  async poll(context, input, state: NewPassState | undefined) {
    const since = state && state.watermark - LATE_BY;
    const rows = await collect(context, input.templateId, {
      pageSize: PAGE_SIZE,
      ...(since === undefined
        ? await baseline(context, input.templateId)
        : { createdSince: since }),
    });
    const watermark = Math.max(state?.watermark ?? 0, rows[0]?.created ?? 0);
    const seen = rows.filter((row) => row.created >= watermark - LATE_BY).map((row) => row.id);
    const before = new Set(state?.seen);
    const fresh = state ? rows.filter((row) => !before.has(row.id)) : [];
    return { items: outputs(context, fresh).reverse(), state: { watermark, seen } };
  },

  async samples(context, { templateId }) {
    return outputs(
      context,
      await collect(context, templateId, { pageSize: SAMPLES, atMost: SAMPLES }),
    );
  },

  async recent(context, { templateId }, seeding) {
    const since = context.client.ports.now() - (seeding ? SEED_WINDOW : RECENT_WINDOW);
    const rows = await collect(context, templateId, {
      pageSize: PAGE_SIZE,
      createdSince: since,
      atMost: RECENT_AT_MOST,
    });
    return outputs(context, rows);
  },
});

/** How far back the first poll looks: as far as a late pass could show up. */
async function baseline(
  context: TriggerContext,
  templateId: string,
): Promise<Partial<ScanOptions>> {
  const [newest] = await collect(context, templateId, { pageSize: 1, atMost: 1 });
  return newest ? { createdSince: newest.created - LATE_BY } : { atMost: 1 };
}

async function collect(
  { client }: TriggerContext,
  templateId: string,
  options: ScanOptions,
): Promise<PassRow[]> {
  const rows: PassRow[] = [];
  const pages = scanPasses((query) => listPasses(client, { templateId, ...query }), options);
  for await (const page of pages) rows.push(...page);
  return rows;
}

function outputs({ client }: TriggerContext, rows: PassRow[]) {
  const now = client.ports.now();
  return rows.map((row) => rowOutput(row, now));
}
