import { rowOutputs } from '../operations/pass/output';
import { MAY_LACK_DESIGNER_FIELDS, eventFields, rowSample } from '../operations/pass/outputFields';
import type { PassRow } from '../service/schemas';
import { matchesFilters, passInputs } from './passInputs';
import { passEvents } from './passEvents';
import { type NewestEntries, findNewEntries, getOverlapStart } from './newEntries';
import { type StateByTemplate, pollTemplates } from './pollTemplates';
import { readPassesWithLimits } from './readPassesWithLimits';
import { recentWindowStart } from './timeWindows';
import type { PollContext } from '../operations/context';
import { SAMPLE_COUNT, SAMPLE_SCAN_LIMIT, defineTrigger } from './trigger';

/** Reads only the newest passes: 1 + floor(n / pageSize) requests for n new ones. */
export const newPass = defineTrigger({
  key: 'newPass',
  label: 'New Pass',
  description:
    'When a pass is issued from a template, from any source: this node, the dashboard or a sign-up form',
  misses: 'A pass that appears in the list more than five minutes late',
  requests: 'one, plus one per page of new passes',
  details: MAY_LACK_DESIGNER_FIELDS,
  scopes: ['passes.viewAll'],
  zapier: {
    key: 'new_pass',
    label: 'New Pass',
    noun: 'Digital Pass',
    description: 'Triggers when a new pass is issued from a template.',
  },
  input: passInputs,
  output: {
    fields: eventFields,
    sample: {
      ...rowSample,
      deviceCount: 0,
      installed: false,
      updated: rowSample.created,
    },
  },

  async poll(context, input, previous: StateByTemplate<NewestEntries> | undefined) {
    const now = context.client.clock.now();
    const { pageSize, maxPasses } = input;
    const { found, state } = await pollTemplates(input, previous, async (templateId, newest) => {
      const createdSince = newest?.knownSince ?? (await getBaselineStart(context, templateId));
      const limits = { pageSize, maxPasses, createdSince, isStart: !newest };
      const rows = await readPassesWithLimits(context, templateId, limits);
      return findNewEntries(newest, rows, now);
    });
    const matches = found
      .filter((row) => matchesFilters(row, input))
      .sort((a, b) => a.created - b.created);
    return { items: await passEvents(context, matches, input), state };
  },

  async samples(context, input) {
    const { templateId, pageSize } = input;
    const isMatch = (row: PassRow) => matchesFilters(row, input);
    const newest = await readPassesWithLimits(context, templateId, {
      pageSize: SAMPLE_COUNT,
      atMost: SAMPLE_COUNT,
      isStart: true,
    });
    if (newest.every(isMatch)) return await passEvents(context, newest, input);
    const limits = { pageSize, atMost: SAMPLE_SCAN_LIMIT };
    const rows = await readPassesWithLimits(context, templateId, limits);
    return await passEvents(context, rows.filter(isMatch).slice(0, SAMPLE_COUNT), input);
  },

  async pollStateless(context, input, isBaseline) {
    const { templateId, pageSize, maxPasses } = input;
    const createdSince = recentWindowStart(context.client.clock.now(), isBaseline);
    const limits = { pageSize, maxPasses, createdSince, isStart: isBaseline };
    const rows = await readPassesWithLimits(context, templateId, limits);
    // A pass that is old when the trigger starts stays old, even if it matches the filters later.
    const matches = rows.filter((row) => isBaseline || matchesFilters(row, input));
    return await rowOutputs(context, matches);
  },
});

/** The creation time from which passes are still relevant when the trigger starts, epoch ms. */
async function getBaselineStart(context: PollContext, templateId: string): Promise<number> {
  const limits = { pageSize: 1, atMost: 1 };
  const rows = await readPassesWithLimits(context, templateId, limits);
  return getOverlapStart(rows[0]?.created ?? 0, context.client.clock.now());
}
