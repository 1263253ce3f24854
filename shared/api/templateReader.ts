import type { ServiceClient } from '../http/client';
import { isServiceError, invalidInput } from '../errors/serviceError';
import { readDesign } from '../service/design';
import type { Design, DesignField } from '../service/design';
import type { Template } from '../service/schemas';
import { templateSchema } from '../service/schemas';
import { endpoint } from './endpoints';
import { rememberTemplateName } from './templateNames';
import { unknownTemplate } from './templates';

/**
 * Caches templates and their designs, so that each template is read once per execution. Errors are not
 * cached.
 */
export interface TemplateReader {
  /** @throws {ServiceError} `notFound`, `missingScope`, ... */
  get(templateId: string): Promise<Template>;
  /**
   * The design for routing field values; `undefined` if the key may not read templates, so that
   * issuing works with the scope `passes.create` alone.
   */
  design(templateId: string): Promise<Design | undefined>;
  /**
   * The fields for a form; `undefined` if the key may not read templates, the ID is unknown or the
   * design cannot be read.
   */
  fields(templateId: string): Promise<DesignField[] | undefined>;
  /** Removes a template that may have changed from the cache. */
  forget(templateId: string): void;
}

export function createTemplateReader(client: ServiceClient): TemplateReader {
  const templates = new Map<string, Promise<Template>>();
  const designs = new Map<string, Promise<Design | undefined>>();

  async function get(templateId: string): Promise<Template> {
    const template = await cached(templates, templateId, () =>
      client
        .call({
          ...endpoint('GET /templates/{id}', nonEmptyId(templateId)),
          parser: templateSchema,
        })
        .catch(unknownTemplate(templateId)),
    );
    rememberTemplateName(client, templateId, template.name);
    return template;
  }

  function design(templateId: string): Promise<Design | undefined> {
    return cached(designs, templateId, () =>
      get(templateId).then(readDesign, (thrown: unknown) => {
        if (isServiceError(thrown, 'missingScope')) return undefined;
        throw thrown;
      }),
    );
  }

  async function fields(templateId: string): Promise<DesignField[] | undefined> {
    const found = await design(templateId).catch((thrown: unknown) => {
      if (isServiceError(thrown, 'notFound')) return undefined;
      throw thrown;
    });
    return found?.readable ? found.fields : undefined;
  }

  function forget(templateId: string): void {
    templates.delete(templateId);
    designs.delete(templateId);
  }

  return { get, design, fields, forget };
}

function cached<T>(
  cache: Map<string, Promise<T>>,
  key: string,
  read: () => Promise<T>,
): Promise<T> {
  const existing = cache.get(key);
  if (existing) return existing;
  const reading = read();
  cache.set(key, reading);
  reading.catch(() => cache.delete(key));
  return reading;
}

/** An empty ID would address the list of templates. */
function nonEmptyId(id: string): string {
  if (id === '') throw invalidInput('Template', 'templateId', 'is empty', 'Choose a template.');
  return id;
}
