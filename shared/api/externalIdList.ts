import { isServiceError } from '../errors/serviceError';
import type { ServiceClient } from '../http/client';
import type { PassRow } from '../service/schemas';
import { listPasses } from './passes';
import { PAGE_SIZE, scanPasses } from './scanPasses';

/** Passes of a template that are kept in memory: about 25 MB of external IDs and emails. */
const MAX_PASSES = 200_000;
/** New passes between two looks at the newest passes of the template. */
const REFRESH_AFTER = 100;

/** External IDs of a template, read from its list of passes. */
export interface ExternalIdList {
  /** Whether no pass has this external ID. Ask once per external ID, just before issuing it. */
  isUnused(externalId: string): Promise<boolean>;
  /** Records a pass that this run has issued. */
  recordIssued(externalId: string, passId: string): void;
  /** The email of the pass that had this external ID when the list was read. */
  storedEmail(externalId: string): string | undefined;
  /** Reads the newest passes once more; `undefined` if no other run was noticed. */
  findDuplicates(): Promise<Duplicates | undefined>;
}

/** What an overlapping run has left behind. */
export interface Duplicates {
  /** External IDs for which this run and another one have issued a pass. */
  found: Duplicate[];
  /** False if the passes could not be read, so that some may be missing. */
  isComplete: boolean;
}

export interface Duplicate {
  templateId: string;
  externalId: string;
  /** The oldest pass, which lookups use. */
  keep: string;
  /** The newer ones. */
  void: string[];
  /** When the oldest one was issued, epoch ms. */
  created: number;
}

/**
 * Reads the external IDs of all passes of a template.
 * @param lookups how many lookups this may replace
 * @returns `undefined` if lookups take fewer requests, or the list cannot be read completely
 */
export async function readExternalIds(
  client: ServiceClient,
  templateId: string,
  lookups: number,
): Promise<ExternalIdList | undefined> {
  /** With the email of the pass, if it has one. */
  const existing = new Map<string, string | undefined>();
  /** External IDs that this run issues, with the ID of the pass once it is known. */
  const own = new Map<string, string | undefined>();
  let newestCreated = -Infinity;
  let nextRefresh = REFRESH_AFTER;
  /** Whether another run issues the same external IDs: from then on, its passes would be seen too late. */
  let hasOtherRun = false;
  let isReadable = true;
  /** The last refresh. Nothing is issued while one is under way: its passes would be seen too late. */
  let refreshed = Promise.resolve();
  let hasReadAll = false;

  if (!(await readAll().catch(unreadable))) return undefined;
  /** Passes up to this moment existed before this run issued any. */
  const createdBefore = newestCreated;

  return {
    async isUnused(externalId) {
      if (!isReliable() || existing.has(externalId)) return false;
      if (!own.has(externalId)) own.set(externalId, undefined);
      if (own.size >= nextRefresh) {
        nextRefresh = own.size + REFRESH_AFTER;
        refreshed = refresh()
          .catch(unreadable)
          .then((isRead) => {
            isReadable = isRead;
          });
      }
      await refreshed;
      // The refresh may have found a pass that another run has just issued.
      return isReliable() && own.get(externalId) === undefined;
    },
    recordIssued,
    storedEmail: (externalId) => existing.get(externalId),
    async findDuplicates() {
      if (own.size === 0) return undefined;
      const isRead = await refresh().catch(unreadable);
      if (!hasOtherRun) return undefined;
      const found =
        isRead &&
        (await readDuplicates(client, templateId, own.keys(), () => createdBefore).catch(
          unreadable,
        ));
      return found ? { found, isComplete: true } : { found: [], isComplete: false };
    },
  };

  function isReliable(): boolean {
    return isReadable && !hasOtherRun;
  }

  async function readAll(): Promise<boolean> {
    let total: number | undefined;
    let rowsPerPage = 0;
    let read = 0;
    const pages = scanPasses(
      async (query) => {
        const page = await listPasses(client, { templateId, ...query });
        total ??= page.totalCount ?? undefined;
        rowsPerPage = Math.max(rowsPerPage, page.passes.length);
        return page;
      },
      { pageSize: PAGE_SIZE },
    );
    for await (const rows of pages) {
      if (total === undefined || total > MAX_PASSES) return false;
      read += rows.length;
      const pagesLeft = Math.ceil(Math.max(0, total - read) / rowsPerPage);
      if (read === rows.length && pagesLeft >= lookups) return false;
      rows.forEach(addRow);
    }
    hasReadAll = true;
    // A pass that is missing in the list would be issued again.
    if (total === undefined || read < total) return false;
    // Passes that were issued during the scan are above its first page.
    return read <= rowsPerPage || (await refresh());
  }

  /** Reads the passes that were issued since the last page with the newest ones. */
  async function refresh(): Promise<true> {
    const since = newestCreated;
    for await (const rows of newestPasses(client, templateId, () => since)) rows.forEach(addRow);
    return true;
  }

  function addRow({ id, externalId, email, created }: PassRow): void {
    newestCreated = Math.max(newestCreated, created);
    if (typeof externalId !== 'string') return;
    if (own.has(externalId)) recordIssued(externalId, id);
    // Lookups use the oldest pass, which the scan reads last. Later, this run may have changed the email.
    else if (!hasReadAll || !existing.has(externalId)) existing.set(externalId, email || undefined);
  }

  function recordIssued(externalId: string, passId: string): void {
    const known = own.get(externalId);
    own.set(externalId, known ?? passId);
    if (known !== undefined && known !== passId) hasOtherRun = true;
  }
}

/**
 * Looks for passes that other runs have issued with the same external IDs, at the end of a run without a list.
 * @param externalIds those that this run has issued
 * @param elapsedMs time since the start of the run
 * @returns `undefined` if there are none, or the passes could not be read
 */
export async function findDuplicates(
  client: ServiceClient,
  templateId: string,
  externalIds: Iterable<string>,
  elapsedMs: number,
): Promise<Duplicates | undefined> {
  // The run ended after the newest pass was issued, so it started after this. Clocks may differ.
  const runStart = (newest: number) => newest - Math.ceil(elapsedMs);
  const found = await readDuplicates(client, templateId, externalIds, runStart).catch(unreadable);
  return found && found.length > 0 ? { found, isComplete: true } : undefined;
}

/**
 * The external IDs that have several passes, in the given order.
 * @param since the oldest `created` that counts, given the newest one
 */
async function readDuplicates(
  client: ServiceClient,
  templateId: string,
  externalIds: Iterable<string>,
  since: (newest: number) => number,
): Promise<Duplicate[]> {
  const passes = new Map([...externalIds].map((id): [string, PassRow[]] => [id, []]));
  let oldest: number | undefined;
  for await (const rows of newestPasses(client, templateId, since)) {
    oldest ??= since(rows[0]?.created ?? 0);
    for (const row of rows) {
      if (row.created >= oldest) passes.get(row.externalId ?? '')?.unshift(row);
    }
  }
  return [...passes].flatMap(([externalId, [oldest, ...newer]]) =>
    oldest === undefined || newer.length === 0
      ? []
      : {
          ...{ templateId, externalId, keep: oldest.id, created: oldest.created },
          void: newer.map(({ id }) => id),
        },
  );
}

/**
 * The newest passes of a template, page by page; the last page may contain older ones.
 * @param since the oldest `created` to read, given the newest one
 */
async function* newestPasses(
  client: ServiceClient,
  templateId: string,
  since: (newest: number) => number,
): AsyncGenerator<PassRow[], void, undefined> {
  let oldest: number | undefined;
  const pages = scanPasses((query) => listPasses(client, { templateId, ...query }), {
    pageSize: PAGE_SIZE,
  });
  for await (const rows of pages) {
    oldest ??= since(rows[0]?.created ?? 0);
    yield rows;
    if ((rows.at(-1)?.created ?? 0) < oldest) return;
  }
}

/** The lookups of the items report the error, if it lasts. */
function unreadable(thrown: unknown): false {
  if (isServiceError(thrown)) return false;
  throw thrown;
}
