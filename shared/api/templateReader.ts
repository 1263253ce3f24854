import type { ServiceClient } from '../http/client';
import { invalidInput, unlessFailed } from '../errors/serviceError';
import { knownDesign, type Design, type DesignField } from '../design/fields';
import { type Template, templateSchema } from '../service/schemas';
import { endpoint } from './endpoints';
import { cached } from '../runtime/records';
import { readTemplates } from './templates';

/** The templates of a run: each is read once, with its design. Errors are not cached. */
export interface TemplateReader {
  /** @throws {ServiceError} `notFound`, `missingScope`, ... */
  get(templateId: string): Promise<Template>;
  /**
   * All templates of the account, newest first. The list is read once; no template of it is read again.
   * @throws {ServiceError} `missingScope`, ...
   */
  all(): Promise<Template[]>;
  /**
   * The design for routing field values; `undefined` if it is unknown: it cannot be parsed, or the key may not
   * read templates, so that issuing works with the scope `passes.create` alone.
   */
  design(templateId: string): Promise<Design | undefined>;
  /**
   * The fields for a form; `undefined` if the design or the ID is unknown.
   */
  fields(templateId: string): Promise<DesignField[] | undefined>;
  /** The name for an output; `undefined` if the key may not read templates, or the template was deleted. */
  name(templateId: string): Promise<string | undefined>;
  /**
   * To be asked where nothing was found: an ID that names no template must not look like a template without passes. A
   * key that may not read templates passes.
   * @throws {ServiceError} `notFound`
   */
  assertExists(templateId: string): Promise<void>;
  /** Removes a template that may have changed from the cache. */
  forget(templateId: string): void;
}

export function createTemplateReader(client: ServiceClient): TemplateReader {
  const templates = new Map<string, Promise<Template>>();
  const designs = new Map<string, Promise<Design | undefined>>();
  const readNames = new Map<string, Promise<string | undefined>>();
  const lists = new Map<'all', Promise<Template[]>>();

  function get(templateId: string): Promise<Template> {
    return cached(templates, templateId, () => read(templateId));
  }

  async function read(templateId: string): Promise<Template> {
    const call = endpoint('GET /templates/{id}', nonEmptyId(templateId));
    return await client.call({ ...call, schema: templateSchema });
  }

  function all(): Promise<Template[]> {
    return cached(lists, 'all', async () => {
      const list = await readTemplates(client);
      for (const template of list) templates.set(template.id, Promise.resolve(template));
      return list;
    });
  }

  function design(templateId: string): Promise<Design | undefined> {
    return cached(designs, templateId, async () => {
      const template = await unlessFailed(get(templateId), 'missingScope');
      return template && knownDesign(template);
    });
  }

  async function fields(templateId: string): Promise<DesignField[] | undefined> {
    return (await unlessFailed(design(templateId), 'notFound'))?.fields;
  }

  function name(templateId: string): Promise<string | undefined> {
    return cached(readNames, templateId, async () => {
      const template = await unlessFailed(get(templateId), 'missingScope', 'notFound');
      return template?.name;
    });
  }

  async function assertExists(templateId: string): Promise<void> {
    await design(templateId);
  }

  function forget(templateId: string): void {
    templates.delete(templateId);
    designs.delete(templateId);
    readNames.delete(templateId);
    lists.clear();
  }

  return { get, all, design, fields, name, assertExists, forget };
}

/** An empty ID would address the list of templates. */
function nonEmptyId(id: string): string {
  if (id === '') throw invalidInput('Template', 'templateId', 'is empty', 'Choose a template.');
  return id;
}
