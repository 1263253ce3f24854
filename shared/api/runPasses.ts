import { type ServiceError, isServiceError } from '../errors/serviceError';
import type { ServiceClient } from '../http/client';
import { cached } from '../runtime/records';
import type { PassRow } from '../service/schemas';
import { findByContact, searchedForms } from './findByContact';
import { passPages } from './passes';
import type { FetchPage } from './scanPasses';
import { type Duplicates, allDuplicates, lookForDuplicates } from './templatePasses/duplicates';
import { type TemplatePasses, templatePasses } from './templatePasses/templatePasses';

/** The passes of every template that a run works with. */
export class RunPasses {
  readonly #client: ServiceClient;
  readonly #templates = new Map<string, TemplatePasses>();
  readonly #searches = new Map<string, Promise<PassRow[]>>();
  /** Of a key that may not read passes: it is not asked for again. */
  #missingScope: ServiceError | undefined;
  /** Of templates that do not exist. */
  readonly #unknownTemplates = new Map<string, ServiceError>();

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

  /** All passes by the holder's email or phone, newest first; each contact is searched once per run, unless that fails. */
  search(templateId: string, contact: string): Promise<PassRow[]> {
    const key = JSON.stringify([templateId, searchedForms(contact)]);
    return cached(this.#searches, key, () =>
      this.#ask(templateId, () => findByContact(this.#client, templateId, contact, 'all')),
    );
  }

  /** What overlapping runs have issued twice; `undefined` if nothing was noticed. */
  async lookForDuplicates(): Promise<Duplicates | undefined> {
    const { clock } = this.#client;
    const passes = [...this.#templates.values()];
    return allDuplicates(await Promise.all(passes.map((one) => lookForDuplicates(one, clock))));
  }

  #pages(templateId: string): FetchPage {
    const fetchPage = passPages(this.#client, templateId);
    return (query) => this.#ask(templateId, () => fetchPage(query));
  }

  /** Asks the service, unless an earlier answer holds for every question about this template. */
  async #ask<T>(templateId: string, question: () => Promise<T>): Promise<T> {
    const refusal = this.#missingScope ?? this.#unknownTemplates.get(templateId);
    if (refusal) throw refusal;
    return await question().catch((thrown: unknown) => {
      if (isServiceError(thrown, 'missingScope')) this.#missingScope = thrown;
      if (isServiceError(thrown, 'notFound')) this.#unknownTemplates.set(templateId, thrown);
      throw thrown;
    });
  }
}
