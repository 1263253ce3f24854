import { isServiceError } from '../errors/serviceError';
import type { ServiceClient } from '../http/client';
import type { PassRow } from '../service/schemas';
import { listPasses } from './passes';
import { PAGE_SIZE, scanPasses } from './scanPasses';

/** For fewer items, the first page of the list would cost more than it usually saves. */
const MIN_ITEMS = 20;
/** Passes of a template that are kept in memory: about 12 MB of external IDs. */
const MAX_PASSES = 200_000;
/** New passes between two looks at the newest passes of the template. */
const REFRESH_AFTER = 100;

/** An external ID of a template. */
export interface ExternalIdRef {
  templateId: string;
  externalId: string;
}

/** Recognizes new external IDs without a lookup. */
export interface ExternalIds {
  /**
   * Whether the template has no pass with this external ID; the caller then issues one without looking it
   * up. True only once per external ID, so that further items and retries look it up. False also means
   * that this is unknown.
   */
  isNew(ref: ExternalIdRef): Promise<boolean>;
  /** Reports the pass that the caller issued. */
  issued(ref: ExternalIdRef, passId: string): Promise<void>;
}

export interface ExternalIdIndex {
  /** @param itemsLeft how many items of the run may still need a lookup, this one included */
  forItem(itemsLeft: number): ExternalIds;
}

/**
 * For a run with many items: reads the external IDs of all passes of a template from the list, if that
 * takes fewer requests than a lookup per item (docs/many-items.md#lookups-in-bulk). Create one per run.
 */
export function createExternalIdIndex(client: ServiceClient): ExternalIdIndex {
  const templates = new Map<string, Promise<TemplateIndex | undefined>>();

  function templateIndex(templateId: string, itemsLeft: number) {
    if (!templates.has(templateId) && itemsLeft >= MIN_ITEMS) {
      templates.set(templateId, readTemplate(client, templateId, itemsLeft));
    }
    return templates.get(templateId);
  }

  return {
    forItem: (itemsLeft) => ({
      async isNew({ templateId, externalId }) {
        const index = await templateIndex(templateId, itemsLeft);
        return (await index?.claim(externalId)) ?? false;
      },
      async issued({ templateId, externalId }, passId) {
        (await templates.get(templateId))?.noteClaimed(externalId, passId);
      },
    }),
  };
}

/** The external IDs of one template. */
interface TemplateIndex {
  claim(externalId: string): Promise<boolean>;
  noteClaimed(externalId: string, passId: string): void;
}

/** @returns `undefined` if lookups are cheaper, or the list cannot be read completely */
async function readTemplate(
  client: ServiceClient,
  templateId: string,
  itemsLeft: number,
): Promise<TemplateIndex | undefined> {
  const existing = new Set<string>();
  /** Claimed here, with the ID of the pass once it is known. */
  const claimed = new Map<string, string | undefined>();
  let newestCreated = -Infinity;
  let nextRefresh = REFRESH_AFTER;
  /** False once another run turns out to issue the same external IDs: their passes would be seen too late. */
  let isReliable = true;

  const complete = await readAll().catch(unreadable);
  if (!complete) return undefined;

  return {
    async claim(externalId) {
      if (!isReliable || existing.has(externalId) || claimed.has(externalId)) return false;
      claimed.set(externalId, undefined);
      if (claimed.size >= nextRefresh) {
        nextRefresh = claimed.size + REFRESH_AFTER;
        if (!(await refresh().catch(unreadable))) isReliable = false;
      }
      // The refresh may have found a pass that another run has just issued.
      return isReliable && claimed.get(externalId) === undefined;
    },
    noteClaimed,
  };

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
      if (read === rows.length && pagesLeft >= itemsLeft) return false;
      rows.forEach(note);
    }
    // A pass that is missing in the list would be issued again.
    if (total === undefined || read < total) return false;
    // Passes that were issued during the scan are above its first page.
    return read <= rowsPerPage || (await refresh());
  }

  /** Reads the passes that were issued since the last page with the newest ones. */
  async function refresh(): Promise<boolean> {
    const since = newestCreated;
    const pages = scanPasses((query) => listPasses(client, { templateId, ...query }), {
      pageSize: PAGE_SIZE,
    });
    for await (const rows of pages) {
      rows.forEach(note);
      if ((rows.at(-1)?.created ?? 0) < since) break;
    }
    return isReliable;
  }

  function note({ id, externalId, created }: PassRow): void {
    newestCreated = Math.max(newestCreated, created);
    if (typeof externalId !== 'string') return;
    if (claimed.has(externalId)) noteClaimed(externalId, id);
    else existing.add(externalId);
  }

  function noteClaimed(externalId: string, passId: string): void {
    const known = claimed.get(externalId);
    claimed.set(externalId, known ?? passId);
    if (known !== undefined && known !== passId) isReliable = false;
  }
}

/** The lookups of the items report the error, if it lasts. */
function unreadable(thrown: unknown): false {
  if (isServiceError(thrown)) return false;
  throw thrown;
}
