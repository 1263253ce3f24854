import type { ServiceClient } from '../http/client';
import { path } from '../http/url';
import { isServiceError, invalidInput } from '../errors/serviceError';
import { readDesign } from '../service/design';
import type { Design } from '../service/design';
import type { Template } from '../service/schemas';
import { templateSchema } from '../service/schemas';
import { unknownTemplate } from './templates';

/**
 * Reads templates and their designs, each template once per execution however many items name it.
 * A refused read is not remembered.
 */
export interface TemplateReader {
  /** @throws {ServiceError} `notFound`, `missingScope`, ... */
  get(templateId: string): Promise<Template>;
  /**
   * The design for routing field values; `undefined` where the key may not read templates, so
   * that issuing works with a key that has only `passes.create`.
   */
  design(templateId: string): Promise<Design | undefined>;
  /** Reads the template again when it is next asked for, because it may have changed. */
  forget(templateId: string): void;
}

export function createTemplateReader(client: ServiceClient): TemplateReader {
  const templates = new Map<string, Promise<Template>>();
  const designs = new Map<string, Promise<Design | undefined>>();

  async function get(templateId: string): Promise<Template> {
    return await remembered(templates, templateId, () =>
      client
        .call({
          method: 'GET',
          path: path`/templates/${nonEmptyId(templateId)}`,
          parser: templateSchema,
        })
        .catch(unknownTemplate(templateId)),
    );
  }

  function design(templateId: string): Promise<Design | undefined> {
    return remembered(designs, templateId, () =>
      get(templateId).then(readDesign, (thrown: unknown) => {
        if (isServiceError(thrown, 'missingScope')) return undefined;
        throw thrown;
      }),
    );
  }

  function forget(templateId: string): void {
    templates.delete(templateId);
    designs.delete(templateId);
  }

  return { get, design, forget };
}

function remembered<T>(
  known: Map<string, Promise<T>>,
  key: string,
  read: () => Promise<T>,
): Promise<T> {
  const earlier = known.get(key);
  if (earlier) return earlier;
  const reading = read();
  known.set(key, reading);
  reading.catch(() => known.delete(key));
  return reading;
}

/** An empty ID would reach the collection route. */
function nonEmptyId(id: string): string {
  if (id === '') throw invalidInput('Template', 'templateId', 'is empty', 'Choose a template.');
  return id;
}
