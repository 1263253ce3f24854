import { listTemplates } from '../operations/template/calls';
import { templateFields, templateOutput, templateSample } from '../operations/template/output';
import type { Template } from '../service/schemas';
import { recentSince } from './recent';
import type { TriggerContext } from './trigger';
import { SAMPLES, defineTrigger } from './trigger';
import type { Moment, Window } from './window';
import { LATE_BY, advanced, unseen } from './window';

/** traps.md, polling triggers: one request, and one more per page of new templates. */
export const newTemplate = defineTrigger({
  key: 'newTemplate',
  label: 'New Template',
  description:
    'When a template is made: created, duplicated, or designed in the dashboard. A poll costs one request.',
  scopes: ['templates.viewAll'],
  zapier: {
    key: 'new_template',
    label: 'New Template',
    noun: 'Template',
    description:
      'Triggers when a template is created, duplicated, or designed in the dashboard. Each poll looks at the templates of the last two days.',
  },
  input: {},
  output: { fields: templateFields, sample: templateSample },

  async poll(context, _input, before: Window | undefined) {
    const templates = await read(context, before?.since);
    const moments = templates.map(moment);
    const fresh = before ? unseen(before, moments) : [];
    return {
      items: fresh.sort((a, b) => a.at - b.at).map(({ template }) => templateOutput(template)),
      state: advanced(before, moments),
    };
  },

  async samples(context) {
    const templates = await read(context, Infinity);
    return templates.slice(0, SAMPLES).map(templateOutput);
  },

  async recent(context, _input, seeding) {
    const since = recentSince(context.client.ports.now(), seeding);
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
    const oldest = since ?? (templates[0]?.created ?? 0) - LATE_BY;
    if ((template.created ?? 0) < oldest && templates.length >= SAMPLES) break;
  }
  return templates;
}

function moment(template: Template): Moment & { template: Template } {
  return { at: template.created ?? 0, key: template.id, template };
}
