import { findByContact, searchedForms } from '../api/findByContact';
import { passPages } from '../api/passLists';
import { settle } from '../errors/serviceError';
import type { ServiceClient } from '../http/client';
import { cached } from '../runtime/records';
import type { PassRow } from '../service/schemas';
import type { Note } from './notes';
import { PassList } from './passList';
import type { SharedAccount } from './sharedAccount';

/** The passes of every template that a run works with. */
export class RunPasses {
  readonly #client: ServiceClient;
  readonly #account: SharedAccount;
  readonly #lists = new Map<string, PassList>();
  readonly #searches = new Map<string, Promise<PassRow[]>>();
  #hasFailedSearch = false;

  constructor(client: ServiceClient, account: SharedAccount) {
    this.#client = client;
    this.#account = account;
  }

  /** What is known of the passes of a template. */
  list(templateId: string): PassList {
    const list =
      this.#lists.get(templateId) ??
      new PassList({
        templateId,
        fetchPage: passPages(this.#client, templateId),
        clock: this.#client.clock,
        account: this.#account,
      });
    this.#lists.set(templateId, list);
    return list;
  }

  /** All passes by the holder's email or phone, newest first; each contact is searched once per run, unless that fails. */
  search(templateId: string, contact: string): Promise<PassRow[]> {
    const key = JSON.stringify([templateId, searchedForms(contact)]);
    return cached(this.#searches, key, () =>
      findByContact(this.#client, templateId, contact, 'all'),
    );
  }

  /** The same for what is only good to know: `undefined` if a search fails, and from then on. */
  async searchIfPossible(templateId: string, contact: string): Promise<PassRow[] | undefined> {
    if (this.#hasFailedSearch) return undefined;
    const { value, failure } = await settle(this.search(templateId, contact));
    this.#hasFailedSearch ||= failure !== undefined;
    return value;
  }

  /** Notes how many external IDs another process has issued, too. Call it at the end of the run. */
  async noteIssuedTwice(notes: Note[]): Promise<void> {
    const lists = [...this.#lists.values()];
    const counts = await Promise.all(lists.map((list) => list.countIssuedTwice()));
    const count = counts.reduce((sum, one) => sum + one, 0);
    if (count > 0) notes.push({ code: 'issuedTwice', count });
  }
}
