import type { ServiceClient } from '../http/client';
import { isServiceError, invalidInput } from '../errors/serviceError';
import { readDesign, type Design, type DesignField } from '../design/fields';
import { type Template, templateSchema } from '../service/schemas';
import { shortened } from '../service/text';
import { endpoint } from './endpoints';
import { unknownTemplate } from './templates';

/**
 * The templates of a run: each is read once, with its design. Errors are not cached. Names that come up
 * are kept for messages and file names; none is read for that purpose alone.
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
  /** The name for an output; `undefined` if the key may not read templates, or the template was deleted. */
  name(templateId: string): Promise<string | undefined>;
  /** Removes a template that may have changed from the cache. */
  forget(templateId: string): void;
  /** Keeps a name that is known without reading the template. */
  rememberName(templateId: string, name: string): void;
  /** The name of a template, if this run knows it. */
  knownName(templateId: string): string | undefined;
  /** What a message calls a template: its name if this run knows it, else its ID. */
  label(templateId: string): string;
}

export function createTemplateReader(client: ServiceClient): TemplateReader {
  const templates = new Map<string, Promise<Template>>();
  const designs = new Map<string, Promise<Design | undefined>>();
  const readNames = new Map<string, Promise<string | undefined>>();
  const names = new Map<string, string>();

  function get(templateId: string): Promise<Template> {
    return cached(templates, templateId, () => read(templateId));
  }

  async function read(templateId: string): Promise<Template> {
    const template = await client
      .call({
        ...endpoint('GET /templates/{id}', nonEmptyId(templateId)),
        parser: templateSchema,
      })
      .catch(unknownTemplate(templateId));
    rememberName(templateId, template.name);
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

  function name(templateId: string): Promise<string | undefined> {
    return cached(readNames, templateId, () =>
      get(templateId).then(
        (template) => template.name,
        (thrown: unknown) => {
          if (isServiceError(thrown, 'missingScope') || isServiceError(thrown, 'notFound')) {
            return undefined;
          }
          throw thrown;
        },
      ),
    );
  }

  function forget(templateId: string): void {
    templates.delete(templateId);
    designs.delete(templateId);
    readNames.delete(templateId);
  }

  function rememberName(templateId: string, name: string): void {
    if (name.trim() !== '') names.set(templateId, name.trim());
  }

  function knownName(templateId: string): string | undefined {
    return names.get(templateId);
  }

  function label(templateId: string): string {
    return shortened(knownName(templateId) ?? templateId);
  }

  return { get, design, fields, name, forget, rememberName, knownName, label };
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
  reading.catch(() => {
    // It may have been forgotten and read again meanwhile.
    if (cache.get(key) === reading) cache.delete(key);
  });
  return reading;
}

/** An empty ID would address the list of templates. */
function nonEmptyId(id: string): string {
  if (id === '') throw invalidInput('Template', 'templateId', 'is empty', 'Choose a template.');
  return id;
}
