import { Clock } from './clock';
import type { Account, PassGroup } from './entities';
import { KeyStore } from './keyStore';
import { Outbox } from './outbox';
import { PassStore } from './passStore';
import { Random } from './random';
import { TemplateStore } from './templateStore';

/** Seed of every ID: two sandboxes given the same calls hand out the same IDs. */
const ID_SEED = 20_260_513;

/** Everything the service knows. One instance is one fresh service; nothing is written to disk. */
export class State {
  readonly accounts = new Map<string, Account>();
  readonly keys = new KeyStore();
  readonly templates = new TemplateStore();
  readonly passes = new PassStore();
  readonly groups = new Map<string, PassGroup>();
  readonly outbox = new Outbox();
  readonly random = new Random(ID_SEED);
  /** Most list items the service gives per page by itself, whatever was asked. */
  pageCap: number | null = null;

  /** @param baseUrl address of the service without trailing slash, used in links and image URLs */
  constructor(
    readonly baseUrl: string,
    readonly clock: Clock,
  ) {}

  account(id: string): Account {
    const account = this.accounts.get(id);
    if (account === undefined) throw new Error(`No account ${id}`);
    return account;
  }
}
