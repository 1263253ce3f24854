import type { ServiceClient } from '../http/client';
import { undefinedOn } from '../errors/serviceError';
import { knownDesign, type Design, type DesignField } from '../design/fields';
import type { Template } from '../service/schemas';
import { cached } from '../runtime/records';
import { getTemplate, readTemplates } from './templates';

export type TemplateReader = ReturnType<typeof createTemplateReader>;

/** The templates of a run: each is read once, with its design. Errors are not cached. */
export function createTemplateReader(client: ServiceClient) {
  const templates = new Map<string, Promise<Template>>();
  const designs = new Map<string, Promise<Design | undefined>>();
  const names = new Map<string, Promise<string | undefined>>();
  const lists = new Map<'all', Promise<Template[]>>();

  /** @throws {ServiceError} `notFound`, `missingScope`, ... */
  function get(templateId: string): Promise<Template> {
    return cached(templates, templateId, () => getTemplate(client, templateId));
  }

  /**
   * All templates of the account, newest first. The list is read once, and its templates are not read again.
   * @throws {ServiceError} `missingScope`, ...
   */
  function all(): Promise<Template[]> {
    return cached(lists, 'all', async () => {
      const list = await readTemplates(client);
      for (const template of list) templates.set(template.id, Promise.resolve(template));
      return list;
    });
  }

  /**
   * The design for routing field values. `undefined` if it cannot be parsed, or the key may not read templates: then
   * issuing works with the scope `passes.create` alone.
   */
  function design(templateId: string): Promise<Design | undefined> {
    return cached(designs, templateId, async () => {
      const template = await undefinedOn(get(templateId), 'missingScope');
      return template && knownDesign(template);
    });
  }

  /** The fields for a form; `undefined` if the design or the ID is unknown. */
  async function fields(templateId: string): Promise<DesignField[] | undefined> {
    return (await undefinedOn(design(templateId), 'notFound'))?.fields;
  }

  /** The name for an output; `undefined` if the key may not read templates, or the template was deleted. */
  function name(templateId: string): Promise<string | undefined> {
    return cached(names, templateId, async () => {
      const template = await undefinedOn(get(templateId), 'missingScope', 'notFound');
      return template?.name;
    });
  }

  /**
   * Call it if nothing was found: an unknown template must not look like a template without passes. Does nothing if the
   * key may not read templates.
   * @throws {ServiceError} `notFound`
   */
  async function assertExists(templateId: string): Promise<void> {
    await design(templateId);
  }

  /** Removes a template that may have changed from the cache. */
  function forget(templateId: string): void {
    for (const cache of [templates, designs, names]) cache.delete(templateId);
    lists.clear();
  }

  return { get, all, design, fields, name, assertExists, forget };
}
