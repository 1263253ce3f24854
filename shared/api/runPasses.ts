import { type ServiceError, isServiceError } from '../errors/serviceError';
import type { ServiceClient } from '../http/client';
import { passPages } from './passes';
import type { FetchPage } from './scanPasses';
import { type Duplicates, allDuplicates, lookForDuplicates } from './templatePasses/duplicates';
import { type TemplatePasses, templatePasses } from './templatePasses/templatePasses';

/** The passes of every template that a run works with. */
export class RunPasses {
  readonly #client: ServiceClient;
  readonly #templates = new Map<string, TemplatePasses>();
  /** Of a key that may not read passes: it is not asked for again. */
  #missingScope: ServiceError | undefined;

  constructor(client: ServiceClient) {
    this.#client = client;
  }

  of(templateId: string): TemplatePasses {
    const known = this.#templates.get(templateId);
    if (known) return known;
    const passes = templatePasses(this.#client, templateId, this.#pages(templateId));
    this.#templates.set(templateId, passes);
    return passes;
  }

  /** What overlapping runs have issued twice; `undefined` if nothing was noticed. */
  async lookForDuplicates(): Promise<Duplicates | undefined> {
    const { clock } = this.#client;
    const passes = [...this.#templates.values()];
    return allDuplicates(await Promise.all(passes.map((one) => lookForDuplicates(one, clock))));
  }

  #pages(templateId: string): FetchPage {
    const fetchPage = passPages(this.#client, templateId);
    return async (query) => {
      if (this.#missingScope) throw this.#missingScope;
      return await fetchPage(query).catch((thrown: unknown) => {
        if (isServiceError(thrown, 'missingScope')) this.#missingScope = thrown;
        throw thrown;
      });
    };
  }
}
