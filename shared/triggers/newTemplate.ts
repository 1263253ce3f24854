import { listTemplates } from '../api/templates';
import { templateFields, templateOutput, templateSample } from '../operations/template/output';
import type { Template } from '../service/schemas';
import { recentSince } from './lookBack';
import type { Entry, SeenWindow } from './seenWindow';
import { advanced, lateSince, unseen } from './seenWindow';
import { assertStateSize } from './stateSize';
import type { TriggerContext } from './trigger';
import { SAMPLES, defineTrigger } from './trigger';

/** One request, and one more per page of new templates. */
export const newTemplate = defineTrigger({
  key: 'newTemplate',
  label: 'New Template',
  description:
    'When a template is created, duplicated, or designed in the dashboard. A template that shows up in the list more than five minutes late is missed. A poll costs one request.',
  scopes: ['templates.viewAll'],
  flat: {
    key: 'new_template',
    label: 'New Template',
    noun: 'Template',
    description:
      'Triggers when a template is created, duplicated, or designed in the dashboard. Each poll looks at the templates of the last two days.',
  },
  input: {},
  output: { fields: templateFields, sample: templateSample },

  async poll(context, _input, before: SeenWindow | undefined) {
    const entries = (await read(context, before?.since)).map(entry);
    const fresh = before ? unseen(before, entries) : [];
    const state = advanced(before, entries, context.client.clock.now());
    assertStateSize(state);
    return {
      items: fresh.sort((a, b) => a.at - b.at).map(({ template }) => templateOutput(template)),
      state,
    };
  },

  async samples(context) {
    const templates = await read(context, Infinity);
    return templates.slice(0, SAMPLES).map(templateOutput);
  },

  async recent(context, _input, seeding) {
    const since = recentSince(context.client.clock.now(), seeding);
    const templates = await read(context, since);
    return templates.filter(({ created }) => (created ?? 0) >= since).map(templateOutput);
  },
});

/**
 * Templates, newest first, one page after another until one is older than `since`.
 * @param since default shortly before the newest: no older one can be new at the next poll
 */
async function read({ client }: TriggerContext, since?: number): Promise<Template[]> {
  const templates: Template[] = [];
  for await (const template of listTemplates(client)) {
    templates.push(template);
    const oldest = since ?? lateSince(templates[0]?.created ?? 0, client.clock.now());
    if ((template.created ?? 0) < oldest && templates.length >= SAMPLES) break;
  }
  return templates;
}

function entry(template: Template): Entry & { template: Template } {
  return { at: template.created ?? 0, id: template.id, template };
}
