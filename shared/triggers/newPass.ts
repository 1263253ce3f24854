import { rowOutputs } from '../operations/pass/output';
import { eventFields, rowSample } from '../operations/pass/outputFields';
import type { PassRow } from '../service/schemas';
import { matchesFilters, passInputs } from './passInputs';
import { passEvents } from './passEvents';
import { pollTemplates, readPasses } from './readPasses';
import { type SeenObjects, findNewEntries, completeUntil, lookBackStart } from './state';
import { SAMPLE_COUNT, SAMPLE_SCAN_LIMIT, defineTrigger } from './trigger';

/** Reads only the newest passes: 1 + floor(n / pageSize) requests for n new passes. */
export const newPass = defineTrigger({
  key: 'newPass',
  label: 'New Pass',
  description:
    'When a pass is issued from a template, from any source: this node, the dashboard or a sign-up form',
  misses: 'A pass that appears in the list more than five minutes late',
  requests: 'one, plus one per page of new passes',
  scopes: ['passes.viewAll'],
  zapier: {
    key: 'new_pass',
    label: 'New Pass',
    noun: 'Card',
    description: 'Triggers when a new pass is issued from a template.',
  },
  input: passInputs,
  output: {
    fields: eventFields,
    sample: { ...rowSample, deviceCount: 0, installed: false, updated: rowSample.created },
  },

  async poll(context, input, previous: Record<string, SeenObjects<true>> | undefined) {
    const now = context.client.clock.now();
    const { pageSize, maxPasses } = input;
    const { found, state } = await pollTemplates(input, previous, async (templateId, last) => {
      const createdSince = last?.since ?? ((newest: number) => completeUntil(newest, now));
      const limits = { pageSize, maxPasses, createdSince, assertTemplateIfEmpty: !last };
      return findNewEntries(last, await readPasses(context, templateId, limits), now);
    });
    const matches = found.filter((row) => matchesFilters(row, input));
    matches.sort((a, b) => a.created - b.created);
    return { items: await passEvents(context, matches, input), state };
  },

  async samples(context, input) {
    const isMatch = (row: PassRow) => matchesFilters(row, input);
    const read = (pageSize: number | undefined, atMost: number) =>
      readPasses(context, input.templateId, { pageSize, atMost, assertTemplateIfEmpty: true });
    const newest = await read(SAMPLE_COUNT, SAMPLE_COUNT);
    const rows = newest.every(isMatch) ? newest : await read(input.pageSize, SAMPLE_SCAN_LIMIT);
    return await passEvents(context, rows.filter(isMatch).slice(0, SAMPLE_COUNT), input);
  },

  async pollStateless(context, input, isBaseline) {
    const { templateId, pageSize, maxPasses } = input;
    const createdSince = lookBackStart(context.client.clock.now(), isBaseline);
    const limits = { pageSize, maxPasses, createdSince, assertTemplateIfEmpty: isBaseline };
    const rows = await readPasses(context, templateId, limits);
    // A pass that is old when the trigger starts stays old, even if it matches the filters later.
    const matches = rows.filter((row) => isBaseline || matchesFilters(row, input));
    return await rowOutputs(context, matches);
  },
});
