import type { ServiceClient } from '../http/client';
import {
  type Duplicates,
  type ExternalIdList,
  findDuplicates,
  readExternalIds,
} from './externalIdList';

/** For fewer lookups, the first page of the list would cost more than it usually saves. */
const MIN_LOOKUPS = 20;
/** With a single external ID, a look for passes of other runs would make an event cost half as much again. */
const MIN_SEEN = 2;

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
  claimIfUnused(ref: ExternalIdRef): Promise<boolean>;
  /** Records the pass that the caller issued. */
  recordIssued(ref: ExternalIdRef, passId: string): Promise<void>;
}

export interface ExternalIdIndex extends ExternalIds {
  /**
   * Announces an item as soon as its inputs are read.
   * @param mustBeLookedUp whether a pass may appear at any moment, after an unknown result
   */
  expect(ref: ExternalIdRef, mustBeLookedUp: boolean): void;
  /**
   * The email of the pass that had an external ID before the run; `undefined` if there was none, or if this is
   * unknown because the list was not read.
   */
  storedEmail(ref: ExternalIdRef): Promise<string | undefined>;
  /**
   * What overlapping runs have issued twice, if one was noticed. Call it at the end of the run. Costs a request or
   * two per template for which the run has several external IDs and has issued a pass.
   */
  findDuplicates(): Promise<Duplicates | undefined>;
}

/** The items of a run. */
interface Progress {
  /** How many have been read so far. */
  read: number;
  count: number;
}

interface Template {
  /** External IDs of the items that were read. */
  seen: Set<string>;
  /** Those that may still need a lookup. */
  waiting: Set<string>;
  /** Those that are no longer new, whoever looks them up or issues them. */
  taken: Set<string>;
  /** Those that this run has issued. */
  issued: Set<string>;
  list?: Promise<ExternalIdList | undefined>;
}

/**
 * For a run with many items: reads the external IDs of all passes of a template from the list, if that takes
 * fewer requests than looking up those of its items (docs/many-items.md#lookups-in-bulk). Create one per run.
 */
export function createExternalIdIndex(
  client: ServiceClient,
  progress: () => Progress,
): ExternalIdIndex {
  const templates = new Map<string, Template>();
  const startedAtMs = client.clock.monotonicMs();

  function getTemplate(templateId: string): Template {
    const template = templates.get(templateId) ?? {
      seen: new Set(),
      waiting: new Set(),
      taken: new Set(),
      issued: new Set(),
    };
    templates.set(templateId, template);
    return template;
  }

  /**
   * How many external IDs of a template still need a lookup. Items that are not read yet are taken to be like
   * the others: the share of this template is that among the items read beside the current one.
   */
  function lookupsLeft({ seen, waiting }: Template): number {
    const { read, count } = progress();
    const share = Math.max(0, seen.size - 1) / Math.max(1, read - 1);
    return waiting.size + (count - read) * share;
  }

  return {
    expect({ templateId, externalId }, mustBeLookedUp) {
      const { seen, waiting, taken } = getTemplate(templateId);
      if (!seen.has(externalId)) waiting.add(externalId);
      seen.add(externalId);
      if (mustBeLookedUp) taken.add(externalId);
    },

    async claimIfUnused({ templateId, externalId }) {
      const template = getTemplate(templateId);
      const lookups = lookupsLeft(template);
      template.waiting.delete(externalId);
      if (!template.list && lookups >= MIN_LOOKUPS) {
        template.list = readExternalIds(client, templateId, lookups);
      }
      if (template.taken.has(externalId)) return false;
      template.taken.add(externalId);
      return (await (await template.list)?.isUnused(externalId)) ?? false;
    },

    async recordIssued({ templateId, externalId }, passId) {
      const { seen, issued, list } = getTemplate(templateId);
      seen.add(externalId);
      issued.add(externalId);
      (await list)?.recordIssued(externalId, passId);
    },

    async storedEmail({ templateId, externalId }) {
      return (await templates.get(templateId)?.list)?.storedEmail(externalId);
    },

    async findDuplicates() {
      const perTemplate = await Promise.all(
        [...templates].map(async ([templateId, { list, seen, issued }]) => {
          const externalIds = await list;
          if (externalIds) return await externalIds.findDuplicates();
          if (issued.size === 0 || seen.size < MIN_SEEN) return undefined;
          const elapsedMs = client.clock.monotonicMs() - startedAtMs;
          return await findDuplicates(client, templateId, issued, elapsedMs);
        }),
      );
      const noticed = perTemplate.filter((duplicates) => duplicates !== undefined);
      if (noticed.length === 0) return undefined;
      return {
        found: noticed.flatMap(({ found }) => found),
        isComplete: noticed.every(({ isComplete }) => isComplete),
      };
    },
  };
}
