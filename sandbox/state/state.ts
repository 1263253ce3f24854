import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';

import { LIMITS } from '../../shared/service/vocabulary';
import type { Clock } from './clock';
import type {
  Account,
  ApiKey,
  BadgeHolder,
  BadgeInvite,
  BadgePass,
  BadgeTemplate,
  OutboxEntry,
  Pass,
  PassGroup,
  StoredFile,
  Template,
} from './entities';
import { Passes } from './passes';
import { Random } from './random';

/** Seed of every ID: two sandboxes with the same requests generate the same IDs. */
const ID_SEED = 20_260_513;

/** How the service fetches images by URL. Set by the test controls. */
export interface ImageFetchSettings {
  /** Origins allowed although their address is not public, such as `http://127.0.0.1:8080`. */
  allowedOrigins: readonly string[];
  /** Timeout of a fetch, ms of real time. */
  timeoutMs: number;
  /** All addresses of a host; only in process. */
  resolve: (hostname: string) => Promise<LookupAddress[]>;
}

/** All data of the service. One instance is one fresh service; its maps are in order of creation. */
export class State {
  readonly accounts = new Map<string, Account>();
  readonly keys = new Map<string, ApiKey>();
  readonly templates = new Map<string, Template>();
  readonly passes = new Passes();
  readonly groups = new Map<string, PassGroup>();
  readonly outbox: OutboxEntry[] = [];
  readonly files = new Map<string, StoredFile>();
  readonly badges = new Map<string, BadgeTemplate>();
  /** By code. */
  readonly invites = new Map<string, BadgeInvite>();
  readonly holders = new Map<string, BadgeHolder>();
  readonly badgePasses = new Map<string, BadgePass>();
  readonly random = new Random(ID_SEED);
  /** Maximum list items per page, whatever `limit` asks. */
  pageCap: number | null = null;
  /** Whether concurrent balance operations on one pass start from the same balance. */
  lostUpdates = false;
  imageFetch: ImageFetchSettings = {
    allowedOrigins: [],
    timeoutMs: LIMITS.imageFetchMs,
    resolve: (hostname) => lookup(hostname, { all: true }),
  };

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

  /** A template that was not deleted. */
  liveTemplate(id: string): Template | undefined {
    const template = this.templates.get(id);
    return template?.deleted === false ? template : undefined;
  }

  /** The templates of an account, newest first. */
  templatesOf(accountId: string): Template[] {
    const own = [...this.templates.values()].filter((template) => template.accountId === accountId);
    return newestFirst(own, ({ created }) => created).filter(({ deleted }) => !deleted);
  }

  /** The passes of a multi-pass issue. */
  passesOf({ passIds }: PassGroup): Pass[] {
    return passIds.flatMap((id) => this.passes.get(id) ?? []);
  }

  /** Put a message into the outbox. */
  send(message: Omit<OutboxEntry, 'id'>): void {
    this.outbox.push({ id: `message_${this.outbox.length + 1}`, ...message });
  }

  /** The messages sent until now, oldest first. */
  sentMessages(): OutboxEntry[] {
    const now = this.clock.now();
    return this.outbox.filter(({ at }) => at <= now).sort((a, b) => a.at - b.at);
  }
}

/** Records in order of creation, newest first; of the same millisecond, the last one first. */
export function newestFirst<T>(records: readonly T[], time: (record: T) => number): T[] {
  return [...records].reverse().sort((a, b) => time(b) - time(a));
}
