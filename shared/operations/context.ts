import { listHolders } from '../api/badges';
import { createPreviewClient } from './previewClient';
import { createTemplateReader, type TemplateReader } from '../api/templateReader';
import type { ReadContext } from '../fields';
import type { Output } from '../fields/output';
import { createClient, type ClientOptions, type ServiceClient } from '../http/client';
import { cached } from '../runtime/records';
import type { Holder } from '../service/badgeSchemas';
import { withReadableCredentials } from './badgeHolder/output';
import type { Note } from './notes';
import { rememberRefusals } from './rememberRefusals';
import { RunPasses } from './runPasses';
import { SharedAccount } from './sharedAccount';

/** Everything that operations and triggers need. The items of a run share all but `itemKey`, `notes` and `fileSink`. */
export interface Context extends ReadContext {
  /** What the runs of this process with the same connection share. */
  account: SharedAccount;
  /** Sends every request of the run. */
  client: ServiceClient;
  /** For previews: sends requests that only read, and throws `PreviewStop` instead of sending any other. */
  previewClient: ServiceClient;
  /** The templates of the run, with their designs; each is read once. */
  templates: TemplateReader;
  /** What the run knows about the passes of each template, so that items need fewer requests. */
  passes: RunPasses;
  /** The holders of a badge; the list is read once per run, unless that fails. */
  holders: (badgeTemplateId: string) => Promise<Holder[]>;
  /** Notes about the run or, in the context of an item, about the item. */
  notes: Note[];
  /**
   * Unique per item and the same for every attempt in one run; used for idempotency keys. Until an item is prepared,
   * this is the key of the run.
   */
  itemKey: string;
  /** Whether a retried run has the same item keys. */
  keepsItemKeys: boolean;
  /** Receives the file of an operation that returns a file; absent if only its metadata is needed. */
  fileSink?: FileSink;
}

/** The part of a context that polls use. */
export type PollContext = Pick<Context, 'client' | 'templates' | 'timezone'>;

/**
 * Receives a file as a stream of bytes or as rows. If the connection broke and the request is retried, `write` is
 * called again, and the earlier call is void.
 */
export type FileSink =
  | {
      as: 'file';
      write(metadata: FileMetadata, content: AsyncIterable<Uint8Array>): Promise<void>;
    }
  | { as: 'rows'; write(rows: AsyncIterable<Output[]>): Promise<void> };

interface FileMetadata {
  name: string;
  mimeType: string;
}

/** Base URL and API key, as the user entered them. */
export interface Connection {
  baseUrl: string;
  apiKey: string;
}

/** Everything a platform supplies to run operations, polls and dropdowns. */
export interface ContextOptions extends Omit<ClientOptions, 'baseUrl' | 'apiKey' | 'limiter'> {
  connection: Partial<Connection>;
  /** Default: a new account, for a platform that runs one item at a time. */
  account?: SharedAccount;
  /** IANA time zone of the workflow, for dates without a zone. Default: UTC. */
  timezone?: string;
  /**
   * Key that is the same for every attempt of this run and for no other run. Default: random, for a platform that
   * cannot distinguish a repeated run from a new one.
   */
  runKey?: string;
}

/** Caches templates and list rows for the lifetime of the context, so create one per run. */
export function createContext({
  connection,
  timezone,
  runKey,
  ...options
}: ContextOptions): Context {
  const { baseUrl = '', apiKey = '' } = connection;
  const account = options.account ?? new SharedAccount(options.clock);
  const { limiter } = account;
  const client = rememberRefusals(
    createClient({ ...options, limiter, baseUrl, apiKey: apiKey.trim() }),
  );
  const holders = new Map<string, Promise<Holder[]>>();
  return {
    account,
    client,
    previewClient: createPreviewClient(client),
    templates: createTemplateReader(client),
    passes: new RunPasses(client, account),
    holders: (badgeTemplateId) =>
      cached(holders, badgeTemplateId, () =>
        withReadableCredentials(client, () => listHolders(client, badgeTemplateId)),
      ),
    notes: [],
    timezone: timezone || 'UTC',
    itemKey: runKey ?? crypto.randomUUID(),
    keepsItemKeys: runKey !== undefined,
  };
}
