import { LIMITS } from '../../shared/service/vocabulary';
import { BadgeStore } from './badgeStore';
import type { Clock } from './clock';
import type { Account, PassGroup } from './entities';
import { FileStore } from './fileStore';
import { KeyStore } from './keyStore';
import { Outbox } from './outbox';
import { PassStore } from './passStore';
import { Random } from './random';
import { TemplateStore } from './templateStore';

/** Seed of every ID: two sandboxes with the same requests generate the same IDs. */
const ID_SEED = 20_260_513;

/** How the service fetches images by URL. Set by the test controls. */
export interface ImageFetchSettings {
  /** Origins allowed although their address is not public, such as `http://127.0.0.1:8080`. */
  allowedOrigins: readonly string[];
  /** Timeout of a fetch, ms of real time. */
  timeoutMs: number;
}

/** All data of the service. One instance is one fresh service. */
export class State {
  readonly accounts = new Map<string, Account>();
  readonly keys = new KeyStore();
  readonly templates = new TemplateStore();
  readonly passes = new PassStore();
  readonly groups = new Map<string, PassGroup>();
  readonly outbox = new Outbox();
  readonly files = new FileStore();
  readonly badges = new BadgeStore();
  readonly random = new Random(ID_SEED);
  /** Maximum list items per page, whatever `limit` asks. */
  pageCap: number | null = null;
  /** Whether concurrent balance operations on one pass start from the same balance. */
  lostUpdates = false;
  imageFetch: ImageFetchSettings = { allowedOrigins: [], timeoutMs: LIMITS.imageFetchMs };

  /** @param baseUrl without trailing slash, used in links and image URLs */
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
