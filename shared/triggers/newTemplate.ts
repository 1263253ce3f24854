import { listTemplates } from '../api/templates';
import { templateFields, templateOutput, templateSample } from '../operations/template/output';
import type { Template } from '../service/schemas';
import { type SeenObjects, findNewEntries, completeUntil, lookBackStart } from './state';
import type { PollContext } from '../operations/context';
import { SAMPLE_COUNT, defineTrigger } from './trigger';

export const newTemplate = defineTrigger({
  key: 'newTemplate',
  label: 'New Template',
  description: 'When a template is created, duplicated or designed in the dashboard',
  misses: 'A template that appears in the list more than five minutes late',
  requests: 'one',
  scopes: ['templates.viewAll'],
  zapier: {
    key: 'new_template',
    label: 'New Template',
    noun: 'Template',
    description: 'Triggers when a template is created, duplicated or designed in the dashboard.',
  },
  input: {},
  output: { fields: templateFields, sample: templateSample },

  async poll(context, _input, last: SeenObjects<true> | undefined) {
    const templates = await listNewestTemplates(context, last?.since);
    const { found, state } = findNewEntries(last, templates, context.client.clock.now());
    return { items: found.map(templateOutput), state };
  },

  async samples(context) {
    const templates = await listNewestTemplates(context, Infinity);
    return templates.slice(0, SAMPLE_COUNT).map(templateOutput);
  },

  async pollStateless(context, _input, isBaseline) {
    const since = lookBackStart(context.client.clock.now(), isBaseline);
    const templates = await listNewestTemplates(context, since);
    return templates.filter(({ created }) => created >= since).map(templateOutput);
  },
});

/**
 * Lists templates, newest first, until one was created before `since`.
 * @param since epoch ms; by default shortly before the newest one, because no older one can be new at
 *   the next poll
 */
async function listNewestTemplates({ client }: PollContext, since?: number): Promise<Template[]> {
  const templates: Template[] = [];
  for await (const template of listTemplates(client)) {
    templates.push(template);
    const oldest = since ?? completeUntil(templates[0]?.created ?? 0, client.clock.now());
    if (template.created < oldest && templates.length >= SAMPLE_COUNT) break;
  }
  return templates;
}
