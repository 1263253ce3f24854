import type { ServiceClient } from '../http/client';
import { type Duplicates, TemplatePasses, allDuplicates } from './templatePasses';

/** The passes of every template that a run works with. */
export class RunPasses {
  readonly #client: ServiceClient;
  readonly #templates = new Map<string, TemplatePasses>();

  constructor(client: ServiceClient) {
    this.#client = client;
  }

  of(templateId: string): TemplatePasses {
    const passes = this.#templates.get(templateId) ?? new TemplatePasses(this.#client, templateId);
    this.#templates.set(templateId, passes);
    return passes;
  }

  /** What overlapping runs have issued twice; `undefined` if nothing was noticed. */
  async findDuplicates(): Promise<Duplicates | undefined> {
    const passes = [...this.#templates.values()];
    return allDuplicates(await Promise.all(passes.map((one) => one.findDuplicates())));
  }
}
