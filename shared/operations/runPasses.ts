import { findByContact, searchedForms } from '../api/findByContact';
import { passPages } from '../api/passLists';
import type { FetchPage } from '../api/scanPasses';
import { type ServiceError, isServiceError, toResult } from '../errors/serviceError';
import type { ServiceClient } from '../http/client';
import { cached } from '../runtime/records';
import type { PassRow } from '../service/schemas';
import { PassIndex } from './passIndex';
import { PassRows } from './passRows';
import type { SharedAccount } from './sharedAccount';

/** The passes of every template that a run works with. */
export class RunPasses {
  readonly #client: ServiceClient;
  readonly #account: SharedAccount;
  readonly #indexes = new Map<string, PassIndex>();
  readonly #rows = new Map<string, PassRows>();
  readonly #searches = new Map<string, Promise<PassRow[]>>();
  #hasFailedSearch = false;
  /** Of a key that may not read passes: it is not asked for again. */
  #missingScope: ServiceError | undefined;
  /** Of templates that do not exist. */
  readonly #unknownTemplates = new Map<string, ServiceError>();

  constructor(client: ServiceClient, account: SharedAccount) {
    this.#client = client;
    this.#account = account;
  }

  /** What is known of the external IDs of a template. */
  of(templateId: string): PassIndex {
    const known = this.#indexes.get(templateId);
    const index =
      known ??
      new PassIndex({
        templateId,
        fetchPage: this.#list(templateId),
        clock: this.#client.clock,
        account: this.#account,
      });
    this.#indexes.set(templateId, index);
    return index;
  }

  /** Single rows of the list of a template. */
  rowsOf(templateId: string): PassRows {
    const rows = this.#rows.get(templateId) ?? new PassRows(this.#list(templateId));
    this.#rows.set(templateId, rows);
    return rows;
  }

  /** All passes by the holder's email or phone, newest first; each contact is searched once per run, unless that fails. */
  search(templateId: string, contact: string): Promise<PassRow[]> {
    const key = JSON.stringify([templateId, searchedForms(contact)]);
    return cached(this.#searches, key, () =>
      this.#ask(templateId, () => findByContact(this.#client, templateId, contact, 'all')),
    );
  }

  /** The same for what is only good to know: `undefined` if a search fails, and from then on. */
  async searchIfPossible(templateId: string, contact: string): Promise<PassRow[] | undefined> {
    if (this.#hasFailedSearch) return undefined;
    const { value, failure } = await toResult(this.search(templateId, contact));
    this.#hasFailedSearch ||= failure !== undefined;
    return value;
  }

  /** How many external IDs this run and others have issued. Call it at the end of the run. */
  async countIssuedTwice(): Promise<number> {
    const indexes = [...this.#indexes.values()];
    const counts = await Promise.all(indexes.map((index) => index.countIssuedTwice()));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  #list(templateId: string): FetchPage {
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
